#include "common/outbox/outbox.h"
#include "common/quota/quota.h"
#include "services/content/handlers.h"
#include "services/content/post/post.h"

/* Only the expiry is nullable, so only it needs a flag for "given" ($7). The copies in
 * post_targets are updated as well. A given expiry is null or in the future, so the ask
 * is listed again. */
STATEMENT(UPDATE_POST,
	"WITH targets AS ("
	"UPDATE post_targets SET kind = COALESCE($2, kind),"
	" expires_at = CASE WHEN $7 THEN $6 ELSE expires_at END, is_open = is_open OR $7"
	" WHERE post_id = $1)"
	" UPDATE posts SET kind = COALESCE($2, kind), title = COALESCE($3, title),"
	" body = COALESCE($4, body), tags = COALESCE($5, tags),"
	" expires_at = CASE WHEN $7 THEN $6 ELSE expires_at END, lapsed = lapsed"
	" AND NOT $7"
	" WHERE id = $1");

/* Updates the caller's own open ask. A later expiry reactivates an expired ask. */
enum problem
post_update(struct call *call, const void *input)
{
	const struct post_update_in *in = input;
	enum problem problem = post_check_expiry(call, &in->expires_at);

	if (problem == PROBLEM_NONE)
		problem = post_lock_editable(call, &in->id.uuid);
	if (problem == PROBLEM_NONE)
		problem = quota_use(call, QUOTA_EDITS);
	if (problem != PROBLEM_NONE)
		return problem;
	db_query(call, UPDATE_POST, DB_ID(in->id), DB_TEXT(in->kind), DB_TEXT(in->title),
		DB_TEXT(in->body), DB_TEXTS(in->tags), DB_INSTANT(in->expires_at),
		DB_FLAG(in->expires_at.presence != ABSENT));
	if (in->expires_at.presence != ABSENT)
		outbox_forget(call, SUBJECT_POST, &in->id.uuid);
	post_remind(call, &in->id.uuid, &in->expires_at);
	return post_answer(call, &in->id.uuid);
}
