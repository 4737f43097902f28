/*
 * post_sql.h - an ask as SQL: who may see it, and what is answered.
 *
 * All of it speaks of the tables posts `p`, members `m` (the author) and profiles `a` (the
 * author's). `viewer` is the parameter that holds the caller's id.
 */
#ifndef KITH_CONTENT_POST_SQL_H
#define KITH_CONTENT_POST_SQL_H

#define POST_AUTHOR \
	" JOIN members m ON m.id = p.author_id LEFT JOIN profiles a ON a.member_id = p.author_id"
#define POST_TABLES "posts p" POST_AUTHOR

/*
 * Who may see an ask: its author; and, unless the author is suspended, everybody if it is
 * public, and the members of the organizations that it is published to. That the viewer is an
 * active member is the operation's guard.
 */
#define POST_VISIBLE_TO(viewer) \
	"(p.author_id = " viewer " OR (m.status = 'active' AND (p.is_public OR" \
	" (p.target_count > 0 AND EXISTS (SELECT FROM post_targets vt JOIN org_members vm" \
	" ON vm.org_id = vt.org_id WHERE vt.post_id = p.id AND vm.member_id = " viewer \
	")))))"

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
