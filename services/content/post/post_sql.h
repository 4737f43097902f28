/*
 * post_sql.h - an ask as SQL; common/schema/visible_sql.h has the visibility rules.
 *
 * The tables are posts `p`, members `m` and profiles `a` (the author). $1 is the caller.
 */
#ifndef KITH_SERVICES_CONTENT_POST_POST_SQL_H
#define KITH_SERVICES_CONTENT_POST_POST_SQL_H

#include "common/schema/visible_sql.h"

#define POST_AUTHOR \
	SQL(" JOIN members m ON m.id = p.author_id" \
	    " LEFT JOIN profiles a ON a.member_id = p.author_id")
#define POST_TABLES SQL("posts p" POST_AUTHOR)

/* Restricts lists of other members' asks to open ones. post_sweep.c marks an expired ask
 * as lapsed soon after its expiry, which removes it from the indexes of the lists. */
#define POST_UNEXPIRED "(p.expires_at IS NULL OR p.expires_at > now())"
#define POST_LISTED "p.status = 'open' AND NOT p.lapsed AND " POST_UNEXPIRED

#define POST_COLUMNS \
	SQL("p.id, p.author_id AS author_user_id, a.handle AS author_handle," \
	    " m.name AS author_name, m.image AS author_image, p.kind, p.title, p.body," \
	    " p.tags," \
	    " p.photo, p.status, COALESCE(p.expires_at <= now(), false) AS expired," \
	    " p.expires_at, p.is_public AS targets_public," \
	    " (p.author_id = $1 AND p.status = 'open') AS can_edit," \
	    " p.created_at, p.updated_at, p.target_count")

#endif
