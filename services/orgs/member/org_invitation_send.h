/*
 * org_invitation_send.h - mails one invitation to an organization.
 */
#ifndef KITH_SERVICES_ORGS_MEMBER_ORG_INVITATION_SEND_H
#define KITH_SERVICES_ORGS_MEMBER_ORG_INVITATION_SEND_H

#include "services/orgs/org/org.h"

struct org_invitation_terms {
	struct text role;
	struct integer days;
};

/* Finds the account with a verified address, if there is one; `inside` tells whether it
 * is a member of the organization. */
struct identifier org_invitation_account(struct call *call, const struct uuid *org,
	const struct text *email, bool *inside);

/* Creates an invitation, or renews the link and expiry of the pending one. The caller
 * holds the lock of the organization. `invitation` gets the row. PROBLEM_RATE_LIMITED
 * above the daily limits. */
enum problem org_invitation_send(struct call *call, const struct uuid *org,
	const struct text *email, const struct identifier *account,
	const struct org_invitation_terms *terms, struct rows **invitation);

#endif
