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

/* The organizations to publish to; every one that the caller is not in is a fault. */
enum problem
target_find(struct call *call, const struct text_list *slugs, struct targets *targets);

/* The organizations of the items in $1, as the viewer in $2 may know of them: those that are
 * not listed are known to their members only. */
#define TARGET_ORGS(table, item) \
	"SELECT t." item " AS item, o.slug, o.name, o.logo" \
	" FROM " table " t JOIN orgs o ON o.id = t.org_id" \
	" WHERE t." item " = ANY ($1) AND (o.visibility = 'public' OR EXISTS" \
	" (SELECT FROM org_members v WHERE v.org_id = o.id AND v.member_id = $2))" \
	" ORDER BY o.name, o.slug"

/* What `sql`, one of TARGET_ORGS, answers for the items that `rows` shows; rows without any
 * target ("targetCount") cost no statement. `page` says that one row may be more than is
 * shown. */
struct reply_children target_orgs(struct call *call, const struct statement *sql,
	const struct rows *rows, bool page);

#endif
