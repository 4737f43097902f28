/*
 * target.h - where an item is published, for asks and progress entries alike.
 */
#ifndef KITH_SERVICES_CONTENT_FEED_TARGET_H
#define KITH_SERVICES_CONTENT_FEED_TARGET_H

#include "common/db/db.h"
#include "common/reply/reply.h"

struct targets {
	struct uuid *ids; /* of organizations, none twice */
	size_t count;
};

/* The organizations to publish to. Each that the caller is not in is noted as a fault. */
enum problem
target_find(struct call *call, const struct text_list *slugs, struct targets *targets);

/* The organizations that the items $2 are published to, as far as the caller may know: one that
 * is not listed is known to its members only. */
#define TARGET_ORGS(table, item) \
	SQL("SELECT t." item " AS item, o.slug, o.name, o.logo" \
	    " FROM " table " t JOIN orgs o ON o.id = t.org_id" \
	    " WHERE t." item " = ANY ($2) AND (o.visibility = 'public' OR EXISTS" \
	    " (SELECT FROM org_members v WHERE v.org_id = o.id AND v.member_id = $1))" \
	    " ORDER BY o.name, o.slug")

/* What a statement of TARGET_ORGS answers for the items that are shown. When none of them has a
 * target (column target_count), nothing is asked. */
struct reply_children
target_orgs(struct call *call, const struct statement *find, const struct rows *items);

#endif
