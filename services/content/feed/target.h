/*
 * target.h - the organizations that an ask or a progress entry is published to.
 */
#ifndef KITH_SERVICES_CONTENT_FEED_TARGET_H
#define KITH_SERVICES_CONTENT_FEED_TARGET_H

#include "common/db/db.h"
#include "common/reply/reply.h"
#include "common/schema/org_sql.h"

struct targets {
	struct uuid *ids; /* of organizations, without duplicates */
	size_t count;
};

/* Resolves slugs. Each organization that the caller is not a member of becomes a
 * fault. */
enum problem
target_find(struct call *call, const struct text_list *slugs, struct targets *targets);

/* Ends the publication of item $1 to organizations that its author has left. Whoever has
 * left cannot change what the organization reads. */
#define TARGET_END_FORMER(table, item, items) \
	SQL("WITH ended AS (DELETE FROM " table " t WHERE t." item " = $1" \
	    " AND NOT EXISTS (SELECT FROM org_members v WHERE v.org_id = t.org_id" \
	    " AND v.member_id = t.author_id) RETURNING t.org_id)" \
	    " UPDATE " items " SET target_count = target_count" \
	    " - (SELECT count(*) FROM ended)" \
	    " WHERE id = $1 AND EXISTS (SELECT FROM ended)")

/* The organizations that the items $2 are published to. An organization that is not
 * public is visible to its members only. */
#define TARGET_ORGS(table, item) \
	SQL("SELECT t." item " AS item, o.slug, o.name, o.logo" \
	    " FROM " table " t JOIN orgs o ON o.id = t.org_id" \
	    " WHERE t." item " = ANY ($2) AND " ORG_NAMED("$1") \
	    " ORDER BY o.name, o.slug")

/* Runs a statement of TARGET_ORGS for the items on the page. If no item has a target
 * (column target_count), it runs no statement. */
struct reply_children
target_orgs(struct call *call, const struct statement *find, const struct rows *items);

#endif
