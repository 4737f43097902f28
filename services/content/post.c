#include "services/content/post.h"

#include "common/clock.h"
#include "services/content/post_sql.h"

static const char FIND_POST[] = "SELECT " POST_COLUMNS(
	"$2") " FROM " POST_TABLES " WHERE p.id = $1 AND " POST_VISIBLE_TO("$2");

/* Organizations that are not listed are known to their members only. */
static const char FIND_ORGS[] =
	"SELECT t.post_id AS post, o.slug, o.name, o.logo"
	" FROM post_targets t JOIN orgs o ON o.id = t.org_id"
	" WHERE t.post_id = ANY ($1) AND (o.visibility = 'public' OR EXISTS"
	" (SELECT FROM org_members v WHERE v.org_id = o.id AND v.member_id = $2))"
	" ORDER BY o.name, o.slug";

/* The caller has seen the ask, or may see it, before anything is said about its state. */
static const char LOCK_POST[] =
	"SELECT p.author_id = $2 AS own, p.status = 'closed' AS closed"
	" FROM posts p JOIN members m ON m.id = p.author_id"
	" WHERE p.id = $1 AND " POST_VISIBLE_TO("$2") " FOR NO KEY UPDATE OF p";

struct reply_children
post_target_orgs(struct call *call, const struct rows *rows, bool page)
{
	struct reply_children orgs = {.field = "targets.orgs", .parent = "post"};
	static const struct rows none;
	const struct uuid *ids;
	int64_t targets = 0;
	struct uuid single;
	size_t count = 1;

	orgs.rows = &none;
	for (int i = 0; i < rows->count; i++)
		targets += row_integer(rows, i, "targetCount");
	if (targets == 0)
		return orgs;
	if (page) {
		ids = reply_page_ids(call, rows, &count);
	} else {
		single = row_uuid(rows, 0, "id");
		ids = &single;
	}
	orgs.rows = db_query(
		call, FIND_ORGS, DB_UUIDS(ids, count), DB_UUID(&call->principal.member));
	return orgs;
}

enum problem
post_answer(struct call *call, const struct uuid *id)
{
	struct rows *rows =
		db_query(call, FIND_POST, DB_UUID(id), DB_UUID(&call->principal.member));
	struct reply_children orgs;

	if (rows->count == 0)
		return call_fail(call, PROBLEM_POST_NOT_FOUND, NULL);
	orgs = post_target_orgs(call, rows, false);
	return reply_row(call, rows, 0,
		&(const struct reply_parts){.children = &orgs, .child_count = 1});
}

enum problem
post_check_expiry(struct call *call, const struct instant *expires_at)
{
	if (expires_at->presence != GIVEN || expires_at->unix_us > clock_unix_us())
		return PROBLEM_NONE;
	return call_fault(
		call, "#/expiresAt", FAULT_TOO_SMALL, "expiresAt must be in the future");
}

enum problem
post_lock(struct call *call, const struct uuid *id, bool *closed)
{
	struct rows *rows =
		db_query(call, LOCK_POST, DB_UUID(id), DB_UUID(&call->principal.member));

	if (rows->count == 0)
		return call_fail(call, PROBLEM_POST_NOT_FOUND, NULL);
	if (!row_boolean(rows, 0, "own"))
		return call_fail(call, PROBLEM_NOT_AUTHOR, NULL);
	*closed = row_boolean(rows, 0, "closed");
	return PROBLEM_NONE;
}
