#include "services/content/handlers.h"
#include "services/content/post/post.h"

STATEMENT(REPLACE_AUDIENCE,
	"WITH gone AS (DELETE FROM post_targets WHERE post_id = $1"
	" AND org_id <> ALL ($3::uuid[])),"
	" kept AS (UPDATE post_targets SET is_public = $2"
	" WHERE post_id = $1 AND org_id = ANY ($3))"
	" UPDATE posts SET is_public = $2, target_count = cardinality($3)"
	" WHERE id = $1");

/* An ask keeps its place in the lists: they are sorted by the time of its creation. */
enum problem
post_audience(struct call *call, const void *input)
{
	const struct post_audience_in *in = input;
	struct targets targets;
	enum problem problem = post_lock_open(call, &in->id.uuid);

	if (problem == PROBLEM_NONE)
		problem = target_find(call, &in->publish_to.org_slugs, &targets);
	if (problem != PROBLEM_NONE)
		return problem;
	db_query(call, REPLACE_AUDIENCE, DB_ID(in->id),
		DB_FLAG(in->publish_to.is_public.value),
		DB_UUIDS(targets.ids, targets.count));
	post_publish(call, &in->id.uuid, &targets);
	return post_answer(call, &in->id.uuid);
}
