#include "common/db/db.h"
#include "services/content/handlers.h"
#include "services/content/progress/progress.h"
#include "services/content/progress/progress_social.h"

STATEMENT(IS_SHARED,
	"SELECT social_post_url IS NOT NULL AS shared FROM progress WHERE id = $1");

/* Requests sharing of the caller's own entry, unless it is shared already. */
enum problem
progress_share(struct call *call, const void *input)
{
	const struct progress_share_in *in = input;
	enum problem problem = progress_lock(call, &in->id.uuid);
	struct rows *rows;

	if (problem != PROBLEM_NONE)
		return problem;
	rows = db_query(call, IS_SHARED, DB_ID(in->id));
	if (rows->count == 1 && !row_boolean(rows, 0, "shared")) {
		problem = progress_social_check(call);
		if (problem != PROBLEM_NONE)
			return problem;
		progress_social_ask(call, &in->id.uuid);
	}
	return progress_answer(call, &in->id.uuid);
}
