#include "common/base/id.h"
#include "common/quota/quota.h"
#include "services/content/post/post.h"
#include "services/content/post/post_sql.h"

/* Inserts the ask and returns the answer. */
STATEMENT(INSERT_POST,
	"WITH p AS ("
	"INSERT INTO posts (id, author_id, kind, title, body, tags, expires_at,"
	" is_public, target_count)"
	" VALUES ($2, $1, $3, $4, $5, $6, $7, $8, cardinality($9::uuid[])) RETURNING *)"
	" SELECT " POST_COLUMNS " FROM p" POST_AUTHOR);

enum problem
post_insert(struct call *call, const struct new_post *post)
{
	const enum problem quota = quota_use(call, QUOTA_ASKS);
	const struct uuid id = id_new();
	struct rows *rows;

	if (quota != PROBLEM_NONE)
		return quota;
	rows = db_query(call, INSERT_POST, DB_CALLER(call), DB_UUID(&id),
		DB_TEXT(post->kind), DB_TEXT(post->title), DB_TEXT(post->body),
		DB_TEXTS(post->tags), DB_INSTANT(post->expires_at),
		DB_FLAG(post->is_public),
		DB_UUIDS(post->targets.ids, post->targets.count));
	if (rows->count == 0)
		return call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
	post_publish(call, &id, &post->targets);
	post_remind(call, &id, &post->expires_at);
	return post_reply(call, rows);
}
