/*
 * org_invitation.h - what becomes of invitations when a membership changes. Whoever calls these
 * holds the organization's lock.
 */
#ifndef KITH_SERVICES_ORGS_MEMBER_ORG_INVITATION_H
#define KITH_SERVICES_ORGS_MEMBER_ORG_INVITATION_H

#include "services/orgs/org/org.h"

/* Revokes the pending ones that a member has sent and could not send with the role that is left
 * to it, ORG_NOBODY for who is out. */
void org_invitation_revoke_sent(struct call *call, const struct uuid *org,
	const struct uuid *member, enum org_role left);

/* Revokes the pending one to a member's own address, which would let it in again. */
void org_invitation_revoke_own(
	struct call *call, const struct uuid *org, const struct uuid *member);

#endif
