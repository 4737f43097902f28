#include "common/db/db.h"
#include "common/reply/reply.h"
#include "services/identity/handlers.h"
#include "services/identity/home/match_sql.h"

/* The members that are examined: the newest, those with a skill among the tags, and
 * members of the organizations that the ask is published to. */
#define NEWEST_MAX "300"
#define SKILLED_MAX "300"
#define ORG_MEMBERS_MAX "300"

STATEMENT(FIND_ASK,
	"SELECT p.id, p.author_id = $1 AS own,"
	" member_filters(NULL, NULL, nullif(p.tags, '{}')) AS terms"
	" FROM posts p JOIN members m ON m.id = p.author_id"
	" WHERE p.id = $2 AND " POST_VISIBLE);

/* The search by skills is materialized, so that the planner uses its index. */
#define CANDIDATES \
	SQL("(SELECT s.member_id FROM member_search s" \
	    " ORDER BY s.created_at DESC, s.member_id DESC LIMIT " NEWEST_MAX ")" \
	    " UNION (SELECT member_id FROM skilled LIMIT " SKILLED_MAX ")" \
	    " UNION (SELECT o.member_id FROM post_targets t" \
	    " JOIN org_members o ON o.org_id = t.org_id WHERE t.post_id = $2" \
	    " LIMIT " ORG_MEMBERS_MAX ")")

/* $3: the skills as a tsquery, or NULL. */
STATEMENT(FIND_HELPERS,
	"WITH ask AS (SELECT p.id, p.kind, p.tags, k.wishes, k.roles FROM posts p"
	" LEFT JOIN " MATCH_NEEDS " ON k.kind = p.kind WHERE p.id = $2),"
	" skilled AS MATERIALIZED (SELECT s.member_id FROM member_search s"
	" WHERE s.words @@ $3::text::tsquery),"
	" found AS (SELECT m.id, p.created_at,"
	" " MATCH_FIRST("p.looking_for", "ask.wishes") " AS wish,"
	" " MATCH_FIRST("p.roles", "ask.roles") " AS role,"
	" " MATCH_TAGS("ask.tags", MATCH_LOWER("p.skills")) " AS skills"
	" FROM (" CANDIDATES ") AS c (id) JOIN members m ON m.id = c.id"
	" JOIN profiles p ON p.member_id = m.id CROSS JOIN ask"
	" WHERE m.id <> $1 AND " MEMBER_LISTED "),"
	" best AS (SELECT f.*, " MATCH_RANK " AS rank FROM found f WHERE " MATCH_FOUND
	" ORDER BY rank DESC, f.created_at DESC, f.id DESC LIMIT " MATCHES_MAX ")"
	" SELECT $2::uuid AS parent, f.id AS user_id, p.handle, m.name, m.image,"
	" p.headline, " MATCH_REASONS("looks for ", "is ", "knows ",
	MATCH_ORG("$1", "f.id"))
	" FROM best f JOIN members m ON m.id = f.id JOIN profiles p ON p.member_id = m.id"
	" ORDER BY f.rank DESC, f.created_at DESC, f.id DESC");

/* For the author alone: readers of an ask do not see who would be asked. */
enum problem
post_helper_list(struct call *call, const void *input)
{
	const struct post_helper_list_in *in = input;
	struct rows *ask = db_query(call, FIND_ASK, DB_CALLER(call), DB_ID(in->id));
	struct reply_children items = {.field = "items", .parent = "parent"};
	struct text terms = {.presence = ABSENT, .data = ""};

	if (ask->count == 0)
		return call_fail(call, PROBLEM_POST_NOT_FOUND, NULL);
	if (!row_boolean(ask, 0, "own"))
		return call_fail(call, PROBLEM_NOT_AUTHOR, NULL);
	if (!row_null(ask, 0, "terms"))
		terms = row_text(ask, 0, "terms");
	items.rows = db_query(
		call, FIND_HELPERS, DB_CALLER(call), DB_ID(in->id), DB_TEXT(terms));
	return reply_row(call, ask, 0,
		&(struct reply_parts){.children = &items, .child_count = 1});
}
