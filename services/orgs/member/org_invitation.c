#include "services/orgs/member/org_invitation.h"

/* Sending an invitation for an owner requires an owner; the others require an admin. */
STATEMENT(REVOKE_SENT,
	"UPDATE org_invitations SET status = 'revoked'"
	" WHERE org_id = $1 AND invited_by = $2 AND status = 'pending'"
	" AND ($3 OR role = 'owner')");

STATEMENT(REVOKE_OWN,
	"UPDATE org_invitations SET status = 'revoked'"
	" WHERE org_id = $1 AND status = 'pending'"
	" AND lower(email) = (SELECT lower(m.email) FROM members m WHERE m.id = $2)");

void
org_invitation_revoke_sent(struct call *call, const struct uuid *org,
	const struct uuid *member, enum org_role left)
{
	if (left < ORG_OWNER)
		db_query(call, REVOKE_SENT, DB_UUID(org), DB_UUID(member),
			DB_FLAG(left < ORG_ADMIN));
}

void
org_invitation_revoke_own(
	struct call *call, const struct uuid *org, const struct uuid *member)
{
	db_query(call, REVOKE_OWN, DB_UUID(org), DB_UUID(member));
}
