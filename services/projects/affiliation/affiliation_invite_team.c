#include <string.h>

#include "services/projects/affiliation/affiliation.h"
#include "services/projects/handlers.h"

/* Invites the members of the roster who are not in the organization. */
enum problem
affiliation_invite_team(struct call *call, const void *input)
{
	const struct affiliation_in *in = input;
	struct affiliation affiliation;
	struct reply_extra lists[2];
	struct text_list invited, skipped;
	enum problem problem = affiliation_lock(call, &in->id, &affiliation);

	if (problem == PROBLEM_NONE)
		problem = affiliation_require_org(call, &affiliation);
	if (problem == PROBLEM_NONE)
		problem = affiliation_require_changeable(call, &affiliation);
	if (problem != PROBLEM_NONE)
		return problem;
	if (strcmp(affiliation.status.data, "active") != 0)
		return call_fail(call, PROBLEM_INVALID_TRANSITION,
			"the affiliation is %s; the team can be invited only while it is"
			" active",
			affiliation.status.data);
	affiliation_invite_people(call, &affiliation, &invited, &skipped);
	lists[0] = REPLY_FIELD_TEXTS("invited", invited);
	lists[1] = REPLY_FIELD_TEXTS("skipped", skipped);
	return reply_fields(call, lists, COUNT_OF(lists));
}
