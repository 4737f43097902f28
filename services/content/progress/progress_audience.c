#include "services/content/feed/target.h"
#include "services/content/handlers.h"
#include "services/content/progress/progress.h"

STATEMENT(REPLACE_AUDIENCE,
	"WITH gone AS (DELETE FROM progress_targets WHERE progress_id = $1"
	" AND org_id <> ALL ($3::uuid[])),"
	" added AS (INSERT INTO progress_targets (progress_id, org_id, author_id, kind,"
	" created_at) SELECT g.id, t.org_id, g.author_id, g.kind, g.created_at"
	" FROM progress g, unnest($3::uuid[]) AS t (org_id) WHERE g.id = $1"
	" ON CONFLICT DO NOTHING)"
	" UPDATE progress SET is_public = $2, target_count = cardinality($3)"
	" WHERE id = $1");

/* An entry keeps its place in the lists. */
enum problem
progress_audience(struct call *call, const void *input)
{
	const struct progress_audience_in *in = input;
	struct targets targets;
	enum problem problem = progress_lock(call, &in->id.uuid);

	if (problem == PROBLEM_NONE)
		problem = target_find(call, &in->publish_to.org_slugs, &targets);
	if (problem != PROBLEM_NONE)
		return problem;
	db_query(call, REPLACE_AUDIENCE, DB_ID(in->id),
		DB_FLAG(in->publish_to.is_public.value),
		DB_UUIDS(targets.ids, targets.count));
	return progress_answer(call, &in->id.uuid);
}
