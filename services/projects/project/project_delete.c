#include "common/outbox/outbox.h"
#include "services/projects/handlers.h"
#include "services/projects/project/project.h"

/* Cascades to the roster and the affiliations; progress entries lose the reference. */
STATEMENT(DELETE_PROJECT,
	"DELETE FROM projects WHERE id = $1 RETURNING name");

enum problem
project_delete(struct call *call, const void *input)
{
	const struct project_delete_in *in = input;
	struct project project;
	enum problem problem = project_lock(call, &in->id, &project);

	if (problem == PROBLEM_NONE)
		problem = project_require_lead(call, &project);
	if (problem != PROBLEM_NONE)
		return problem;
	call->outcome.about =
		row_text(db_query(call, DELETE_PROJECT, DB_UUID(&project.id)), 0, "name")
			.data;
	audit_write(call, AUDIT_PROJECT_DELETE, &project.id);
	return reply_none(call);
}
