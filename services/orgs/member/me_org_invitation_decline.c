#include "common/outbox/outbox.h"
#include "services/orgs/handlers.h"
#include "services/orgs/member/org_invited.h"

STATEMENT(DECLINE,
	"UPDATE org_invitations SET status = 'revoked' WHERE id = $1");

/* Revokes an invitation to the caller. Declining it again changes nothing. */
enum problem
me_org_invitation_decline(struct call *call, const void *input)
{
	const struct me_org_invitation_in *in = input;
	struct org_invited invited;
	enum problem problem = org_invited_lock(call, NULL, &in->id.uuid, &invited);

	if (problem != PROBLEM_NONE)
		return problem;
	if (!invited.own)
		return call_fail(call, PROBLEM_INVITATION_NOT_FOUND, NULL);
	if (invited.status == INVITED_ACCEPTED)
		return call_fail(call, PROBLEM_INVALID_TRANSITION,
			"the invitation is accepted and cannot be declined");
	if (invited.status == INVITED_EXPIRED)
		return org_invited_check(call, &invited);
	db_query(call, DECLINE, DB_UUID(&invited.id));
	outbox_answered(call, NOTICE_ORG_INVITATION, &invited.org, NULL);
	return reply_none(call);
}
