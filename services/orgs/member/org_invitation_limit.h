/*
 * org_invitation_limit.h - how many invitations may be mailed in a day.
 */
#ifndef KITH_SERVICES_ORGS_MEMBER_ORG_INVITATION_LIMIT_H
#define KITH_SERVICES_ORGS_MEMBER_ORG_INVITATION_LIMIT_H

#include "common/call/call.h"

/* Counts one invitation by the caller, under the organization's lock. PROBLEM_RATE_LIMITED
 * after 50 by the caller, or when the address has no account and 200 others like it were
 * mailed by the organization. */
enum problem org_invitation_limit(struct call *call, const struct uuid *org,
	const struct text *email, bool stranger);

#endif
