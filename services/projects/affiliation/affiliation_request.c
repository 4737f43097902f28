#include "services/projects/affiliation/affiliation.h"
#include "services/projects/handlers.h"

/* Any project may ask a public organization; for another organization the caller must be
 * a member. */
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
