#include "services/projects/handlers.h"
#include "services/projects/roster/roster.h"

enum problem
project_leave(struct call *call, const void *input)
{
	const struct project_leave_in *in = input;
	const struct uuid *caller = &call->principal.member;
	struct roster_place place;
	struct project project;
	enum problem problem = project_lock(call, &in->id, &project);

	if (problem == PROBLEM_NONE)
		problem = roster_find_id(call, &project, caller, &place);
	if (problem == PROBLEM_NONE)
		problem = roster_remove(call, &project, &place);
	return problem != PROBLEM_NONE ? problem : reply_none(call);
}
