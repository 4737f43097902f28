#include "common/db/db.h"
#include "common/reply/reply.h"
#include "services/identity/handlers.h"
#include "services/identity/home/match_sql.h"

/* The newest asks that are examined: public ones, and those of the
 * caller's organizations. */
#define PUBLIC_MAX "100"
#define EACH_ORG_MAX "10"
#define ORGS_MAX "100"

#define UNEXPIRED "(p.expires_at IS NULL OR p.expires_at > now())"
#define ASK_COLUMNS \
	"p.id, p.kind, p.tags, p.created_at, p.author_id, p.status, p.expires_at"

/* Each source has only asks that the caller may see if the author is active. */
#define CANDIDATES \
	SQL("(SELECT " ASK_COLUMNS " FROM posts p WHERE p.is_public" \
	    " AND p.status = 'open' AND NOT p.lapsed" \
	    " ORDER BY p.created_at DESC, p.id DESC LIMIT " PUBLIC_MAX ")" \
	    " UNION (SELECT " ASK_COLUMNS " FROM" \
	    " (SELECT o.post_id FROM org_members own CROSS JOIN LATERAL" \
	    " (SELECT t.post_id, t.created_at FROM post_targets t" \
	    " WHERE t.org_id = own.org_id AND t.is_open" \
	    " ORDER BY t.created_at DESC, t.post_id DESC LIMIT " EACH_ORG_MAX ") o" \
	    " WHERE own.member_id = $1" \
	    " ORDER BY o.created_at DESC LIMIT " ORGS_MAX ") c" \
	    " JOIN posts p ON p.id = c.post_id)")

/* What the caller offers for each kind is found once, and not for each ask. */
STATEMENT(FIND_ASKS,
	"WITH me AS MATERIALIZED (SELECT p.looking_for, p.roles,"
	" " MATCH_LOWER("p.skills") " AS skills"
	" FROM profiles p WHERE p.member_id = $1),"
	" offers AS MATERIALIZED (SELECT k.kind,"
	" " MATCH_FIRST("me.looking_for", "k.wishes") " AS wish,"
	" " MATCH_FIRST("me.roles", "k.roles") " AS role FROM " MATCH_NEEDS ", me),"
	" found AS MATERIALIZED (SELECT p.id, p.created_at, p.author_id, o.wish,"
	" o.role, " MATCH_TAGS("p.tags", "me.skills") " AS skills"
	" FROM (" CANDIDATES ") p CROSS JOIN me LEFT JOIN offers o ON o.kind = p.kind"
	" WHERE p.author_id <> $1 AND p.status = 'open' AND " UNEXPIRED "),"
	" best AS (SELECT f.*, " MATCH_RANK " AS rank FROM found f"
	" JOIN members m ON m.id = f.author_id AND m.status = 'active'"
	" WHERE " MATCH_FOUND
	" ORDER BY rank DESC, f.created_at DESC, f.id DESC LIMIT " MATCHES_MAX ")"
	" SELECT $1::uuid AS parent, f.id, p.kind, p.title, a.handle AS author_handle,"
	" m.name AS author_name, m.image AS author_image, p.created_at,"
	" " MATCH_REASONS("you look for ", "you are ", "you know ",
	MATCH_ORG("$1", "f.author_id"))
	" FROM best f JOIN posts p ON p.id = f.id JOIN members m ON m.id = p.author_id"
	" LEFT JOIN profiles a ON a.member_id = p.author_id"
	" ORDER BY f.rank DESC, f.created_at DESC, f.id DESC");

STATEMENT(CALLER,
	"SELECT $1::uuid AS id");

enum problem
me_match_list(struct call *call, const void *input)
{
	struct rows *caller = db_query(call, CALLER, DB_CALLER(call));
	const struct reply_children items = {.field = "items",
		.parent = "parent",
		.rows = db_query(call, FIND_ASKS, DB_CALLER(call))};

	(void)input;
	if (caller->count == 0)
		return call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
	return reply_row(call, caller, 0,
		&(struct reply_parts){.children = &items, .child_count = 1});
}
