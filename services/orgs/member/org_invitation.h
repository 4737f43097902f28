/*
 * org_invitation.h - what becomes of invitations when a membership changes. Whoever calls these
 * holds the organization's lock.
 */
#ifndef KITH_SERVICES_ORGS_MEMBER_ORG_INVITATION_H
#define KITH_SERVICES_ORGS_MEMBER_ORG_INVITATION_H

#include "services/orgs/org/org.h"

/* Revokes the pending invitations that a member has sent and could not send with the role that it
 * has left, which is ORG_NOBODY for one that is out. */
void org_invitation_revoke_sent(struct call *call, const struct uuid *org,
	const struct uuid *member, enum org_role left);

/* Revokes the pending invitation to a member's own address, which would let it in again. */
void org_invitation_revoke_own(
	struct call *call, const struct uuid *org, const struct uuid *member);

#endif
