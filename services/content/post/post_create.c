#include "common/base/id.h"
#include "services/content/feed/target.h"
#include "services/content/handlers.h"
#include "services/content/post/post.h"
#include "services/content/post/post_sql.h"

/* Inserts the ask and returns the answer. */
STATEMENT(INSERT_POST,
	"WITH p AS ("
	"INSERT INTO posts (id, author_id, kind, title, body, tags, expires_at,"
	" is_public, target_count)"
	" VALUES ($2, $1, $3, $4, $5, $6, $7, $8, cardinality($9::uuid[])) RETURNING *)"
	" SELECT " POST_COLUMNS " FROM p" POST_AUTHOR);

/* A separate statement, because most asks have no targets: preparing an empty insertion
 * costs a fifth of INSERT_POST. */
STATEMENT(INSERT_TARGETS,
	"INSERT INTO post_targets (post_id, org_id, author_id, kind, expires_at,"
	" is_public, created_at)"
	" SELECT p.id, t.org_id, p.author_id, p.kind, p.expires_at, p.is_public,"
	" p.created_at"
	" FROM posts p, unnest($2::uuid[]) AS t (org_id) WHERE p.id = $1");

/* An ask that is neither public nor published to organizations is visible to its author
 * only. */
enum problem
post_create(struct call *call, const void *input)
{
	const struct post_create_in *in = input;
	enum problem expiry = post_check_expiry(call, &in->expires_at);
	struct targets targets;
	enum problem problem = target_find(call, &in->publish_to.org_slugs, &targets);
	const struct uuid id = id_new();
	struct rows *rows;

	if (problem != PROBLEM_NONE || expiry != PROBLEM_NONE)
		return PROBLEM_VALIDATION_FAILED;
	rows = db_query(call, INSERT_POST, DB_CALLER(call), DB_UUID(&id),
		DB_TEXT(in->kind), DB_TEXT(in->title), DB_TEXT(in->body),
		DB_TEXTS(in->tags), DB_INSTANT(in->expires_at),
		DB_FLAG(in->publish_to.is_public.value),
		DB_UUIDS(targets.ids, targets.count));
	if (rows->count == 0)
		return call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
	if (targets.count > 0) {
		db_query(call, INSERT_TARGETS, DB_UUID(&id),
			DB_UUIDS(targets.ids, targets.count));
	}
	post_remind(call, &id, &in->expires_at);
	return post_reply(call, rows);
}
