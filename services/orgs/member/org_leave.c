#include "services/orgs/handlers.h"
#include "services/orgs/member/org_member.h"

/* The last owner cannot leave. */
enum problem
org_leave(struct call *call, const void *input)
{
	const struct org_leave_in *in = input;
	struct org org;
	enum problem problem = org_lock_as(call, &in->slug, ORG_MEMBER, &org);

	if (problem == PROBLEM_ORG_ROLE_REQUIRED)
		call->outcome.next_step =
			"You are no member. {org_join_request_withdraw} withdraws a "
			"request to join.";
	if (problem != PROBLEM_NONE)
		return problem;
	return org_member_end(call, &org.id, &call->principal.member, org.role);
}
