#include "services/projects/affiliation/affiliation.h"
#include "services/projects/handlers.h"

/* A project that may ask; a public organization may be asked by anybody's project, another one
 * only by those who are in it. */
enum problem
affiliation_request(struct call *call, const void *input)
{
	const struct affiliation_request_in *in = input;
	struct project project;
	struct party_org org;
	enum problem problem = project_lock(call, &in->project, &project);

	if (problem == PROBLEM_NONE)
		problem = party_find_org(call, &in->org, &org);
	if (problem == PROBLEM_NONE)
		problem = project_require_lead(call, &project);
	if (problem == PROBLEM_NONE && !org.is_public)
		problem = party_require_member(call, &org);
	if (problem == PROBLEM_NONE)
		problem = project_require_active(call, &project);
	if (problem != PROBLEM_NONE)
		return problem;
	return affiliation_ask(call, &project, &org, true, &in->kind, &in->message);
}
