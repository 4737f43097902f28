#include <string.h>

#include "common/quota/quota.h"
#include "services/projects/handlers.h"
#include "services/projects/project/project.h"

STATEMENT(UPDATE_PROJECT,
	"UPDATE projects SET name = COALESCE($2, name), summary = COALESCE($3, summary),"
	" description = COALESCE($4, description), stage = COALESCE($5, stage),"
	" visibility = COALESCE($6, visibility), status = COALESCE($7, status)"
	" WHERE id = $1");

/* Whether the update changes anything except the status. */
static bool
edits(const struct project_update_in *in)
{
	return in->name.presence == GIVEN || in->summary.presence == GIVEN ||
		in->description.presence == GIVEN || in->stage.presence == GIVEN ||
		in->visibility.presence == GIVEN;
}

/* An archived project can only be reactivated. The same update may edit it, because it is
 * active then. */
enum problem
project_update(struct call *call, const void *input)
{
	const struct project_update_in *in = input;
	const bool returns =
		in->status.presence == GIVEN && strcmp(in->status.data, "active") == 0;
	struct project project;
	enum problem problem = project_lock(call, &in->id, &project);

	if (problem == PROBLEM_NONE)
		problem = project_require_lead(call, &project);
	if (problem == PROBLEM_NONE && edits(in) && !returns)
		problem = project_require_active(call, &project);
	if (problem == PROBLEM_NONE && edits(in))
		problem = quota_use(call, QUOTA_EDITS);
	if (problem != PROBLEM_NONE)
		return problem;
	db_query(call, UPDATE_PROJECT, DB_UUID(&project.id), DB_TEXT(in->name),
		DB_TEXT(in->summary), DB_TEXT(in->description), DB_TEXT(in->stage),
		DB_TEXT(in->visibility), DB_TEXT(in->status));
	call->outcome.reached = strcmp(in->visibility.data, "network") == 0;
	return project_answer(call, &project.id);
}
