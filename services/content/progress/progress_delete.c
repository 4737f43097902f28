#include "services/content/handlers.h"
#include "services/content/progress/progress.h"

/* Cascades to progress_targets. */
STATEMENT(DELETE_ENTRY,
	"DELETE FROM progress WHERE id = $1");

/* Deletes the caller's own entry permanently. */
enum problem
progress_delete(struct call *call, const void *input)
{
	const struct progress_delete_in *in = input;
	enum problem problem = progress_lock(call, &in->id.uuid);

	if (problem != PROBLEM_NONE)
		return problem;
	db_query(call, DELETE_ENTRY, DB_ID(in->id));
	return reply_none(call);
}
