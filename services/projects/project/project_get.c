#include "services/projects/handlers.h"
#include "services/projects/project/project.h"

enum problem
project_get(struct call *call, const void *input)
{
	const struct project_get_in *in = input;
	struct project project;
	enum problem problem = project_find(call, &in->id, &project);

	return problem != PROBLEM_NONE ? problem : project_answer(call, &project.id);
}
