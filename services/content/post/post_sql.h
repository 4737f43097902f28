/*
 * post_sql.h - an ask as SQL: what is listed, and what is answered. Who may see it is said in
 * common/schema/visible_sql.h.
 *
 * All of it speaks of the tables posts `p`, members `m` (the author) and profiles `a` (the
 * author's). `viewer` is the parameter that holds the caller's id.
 */
#ifndef KITH_SERVICES_CONTENT_POST_POST_SQL_H
#define KITH_SERVICES_CONTENT_POST_POST_SQL_H

#include "common/schema/visible_sql.h"

#define POST_AUTHOR \
	" JOIN members m ON m.id = p.author_id LEFT JOIN profiles a ON a.member_id = p.author_id"
#define POST_TABLES "posts p" POST_AUTHOR

/* What a list shows of the asks that a viewer may see, except with `mine`. What has lapsed is
 * expired; the indexes of the lists are without it. */
#define POST_UNEXPIRED "(p.expires_at IS NULL OR p.expires_at > now())"
#define POST_LISTED "p.status = 'open' AND NOT p.lapsed AND " POST_UNEXPIRED

#define POST_COLUMNS(viewer) \
	"p.id, p.author_id AS \"authorUserId\", a.handle AS \"authorHandle\"," \
	" m.name AS \"authorName\", m.image AS \"authorImage\", p.kind, p.title, p.body, p.tags," \
	" p.photo, p.status, COALESCE(p.expires_at <= now(), false) AS expired," \
	" p.expires_at AS \"expiresAt\", p.is_public AS \"targets.public\"," \
	" (p.author_id = " viewer " AND p.status = 'open') AS \"canEdit\"," \
	" p.created_at AS \"createdAt\", p.updated_at AS \"updatedAt\"," \
	" p.target_count AS \"targetCount\""

#endif
