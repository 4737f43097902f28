#include "services/orgs/handlers.h"
#include "services/orgs/member/org_invitation_limit.h"
#include "services/orgs/member/org_invitation_send.h"

/* Creates an invitation, or renews the link and expiry of the pending one. */
enum problem
org_invitation_create(struct call *call, const void *input)
{
	const struct org_invitation_create_in *in = input;
	const struct org_invitation_terms terms = {in->role, in->expires_in_days};
	struct identifier account;
	struct rows *invitation;
	struct org org;
	bool inside;
	enum problem problem = org_lock_as(call, &in->slug, ORG_ADMIN, &org);

	if (problem != PROBLEM_NONE)
		return problem;
	account = org_invitation_account(call, &org.id, &in->email, &inside);
	if (inside) {
		/* To learn whose address it is costs an invitation, too. */
		problem = org_invitation_count(call);
		call->outcome.keep_writes = true;
		return problem != PROBLEM_NONE
			? problem
			: call_fail(call, PROBLEM_ALREADY_MEMBER, NULL);
	}
	problem = org_invitation_send(
		call, &org.id, &in->email, &account, &terms, &invitation);
	return problem != PROBLEM_NONE ? problem : reply_row(call, invitation, 0, NULL);
}
