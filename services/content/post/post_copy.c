#include "services/content/handlers.h"
#include "services/content/post/post.h"

STATEMENT(READ_POST,
	"SELECT kind, title, body, tags, is_public FROM posts WHERE id = $1");

/* Organizations that the author has left are omitted. */
STATEMENT(READ_TARGETS,
	"SELECT t.org_id FROM post_targets t JOIN org_members v"
	" ON v.org_id = t.org_id AND v.member_id = $1 WHERE t.post_id = $2");

static void
keep_audience(struct call *call, const struct uuid *id, struct targets *targets)
{
	struct rows *rows = db_query(call, READ_TARGETS, DB_CALLER(call), DB_UUID(id));

	targets->count = (size_t)rows->count;
	targets->ids =
		arena_array(call->arena, targets->count + 1, sizeof(*targets->ids));
	for (int i = 0; i < rows->count; i++)
		targets->ids[i] = row_uuid(rows, i, "org_id");
}

/* The copy has no photo, because an image belongs to one record. */
enum problem
post_copy(struct call *call, const void *input)
{
	const struct post_copy_in *in = input;
	struct new_post post = {.expires_at = in->expires_at};
	enum problem problem = post_check_expiry(call, &in->expires_at);
	struct rows *rows;
	bool closed;

	if (problem == PROBLEM_NONE)
		problem = post_lock(call, &in->id.uuid, &closed);
	if (problem != PROBLEM_NONE)
		return problem;
	rows = db_query(call, READ_POST, DB_ID(in->id));
	if (rows->count == 0)
		return call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
	post.kind = row_text(rows, 0, "kind");
	post.title = row_text(rows, 0, "title");
	post.body = row_text(rows, 0, "body");
	post.tags = row_texts(rows, 0, "tags");
	post.is_public = row_boolean(rows, 0, "is_public");
	keep_audience(call, &in->id.uuid, &post.targets);
	return post_insert(call, &post);
}
