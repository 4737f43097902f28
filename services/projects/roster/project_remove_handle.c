#include "services/projects/handlers.h"
#include "services/projects/roster/roster.h"

/* Answers the project, in contrast to project_remove(). */
enum problem
project_remove_handle(struct call *call, const void *input)
{
	const struct project_remove_handle_in *in = input;
	struct roster_place place;
	struct project project;
	enum problem problem = project_lock(call, &in->id, &project);

	if (problem == PROBLEM_NONE)
		problem = roster_find_handle(call, &project, &in->handle, &place);
	if (problem == PROBLEM_NONE)
		problem = roster_remove(call, &project, &place);
	if (problem != PROBLEM_NONE)
		return problem;
	roster_name(call, &project, &place.member);
	return project_answer(call, &project.id);
}
