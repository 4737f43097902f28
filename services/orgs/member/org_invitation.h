/*
 * org_invitation.h - revokes invitations when a membership changes. Callers hold the lock
 * of the organization.
 */
#ifndef KITH_SERVICES_ORGS_MEMBER_ORG_INVITATION_H
#define KITH_SERVICES_ORGS_MEMBER_ORG_INVITATION_H

#include "services/orgs/org/org.h"

/* Revokes the pending invitations of a member that its remaining role does not allow.
 * `left` is ORG_NOBODY for a removed member. */
void org_invitation_revoke_sent(struct call *call, const struct uuid *org,
	const struct uuid *member, enum org_role left);

/* Revokes the pending invitation to a member's own address, which would let a removed
 * member return. */
void org_invitation_revoke_own(
	struct call *call, const struct uuid *org, const struct uuid *member);

#endif
