#include "services/orgs/handlers.h"
#include "services/orgs/member/org_invited.h"

/* The caller learns the id from its own list of invitations. */
enum problem
me_org_invitation_accept(struct call *call, const void *input)
{
	const struct me_org_invitation_in *in = input;
	struct org_invited invited;
	enum problem problem = org_invited_lock(call, NULL, &in->id.uuid, &invited);

	if (problem != PROBLEM_NONE)
		return problem;
	if (!invited.own)
		return call_fail(call, PROBLEM_INVITATION_NOT_FOUND, NULL);
	return org_invited_accept(call, &invited);
}
