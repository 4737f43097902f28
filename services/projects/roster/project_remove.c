#include "services/projects/handlers.h"
#include "services/projects/roster/roster.h"

enum problem
project_remove(struct call *call, const void *input)
{
	const struct project_remove_in *in = input;
	struct roster_place place;
	struct project project;
	enum problem problem = project_lock(call, &in->id, &project);

	if (problem == PROBLEM_NONE)
		problem = roster_find_id(call, &project, &in->member.uuid, &place);
	if (problem == PROBLEM_NONE)
		problem = roster_remove(call, &project, &place);
	if (problem != PROBLEM_NONE)
		return problem;
	roster_name(call, &project, &place.member);
	return reply_none(call);
}
