#include "services/projects/affiliation/affiliation.h"
#include "services/projects/handlers.h"

/* An organization invites a project that the caller may read. */
enum problem
affiliation_invite(struct call *call, const void *input)
{
	const struct affiliation_invite_in *in = input;
	struct project project;
	struct party_org org;
	enum problem problem = party_find_org(call, &in->org, &org);

	if (problem == PROBLEM_NONE)
		problem = project_lock(call, &in->project, &project);
	if (problem == PROBLEM_NONE)
		problem = party_require_manager(call, &org);
	if (problem == PROBLEM_NONE)
		problem = project_require_active(call, &project);
	if (problem != PROBLEM_NONE)
		return problem;
	return affiliation_ask(call, &project, &org, false, &in->kind, &in->message);
}
