#include "common/quota/quota.h"
#include "services/content/handlers.h"
#include "services/content/progress/progress.h"

/* The copies in progress_targets are updated as well. */
STATEMENT(UPDATE_ENTRY,
	"WITH targets AS ("
	"UPDATE progress_targets SET kind = COALESCE($2, kind)"
	" WHERE progress_id = $1 AND $2 IS NOT NULL)"
	" UPDATE progress SET kind = COALESCE($2, kind), title = COALESCE($3, title),"
	" note = COALESCE($4, note), occurred_at = COALESCE($5, occurred_at)"
	" WHERE id = $1");

/* Updates the caller's own entry, but not its targets. */
enum problem
progress_update(struct call *call, const void *input)
{
	const struct progress_update_in *in = input;
	enum problem problem = progress_check_occurred(call, &in->occurred_at);

	if (problem == PROBLEM_NONE)
		problem = progress_lock_editable(call, &in->id.uuid);
	if (problem == PROBLEM_NONE)
		problem = quota_use(call, QUOTA_EDITS);
	if (problem != PROBLEM_NONE)
		return problem;
	db_query(call, UPDATE_ENTRY, DB_ID(in->id), DB_TEXT(in->kind), DB_TEXT(in->title),
		DB_TEXT(in->note), DB_INSTANT(in->occurred_at));
	return progress_answer(call, &in->id.uuid);
}
