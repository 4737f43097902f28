/*
 * org_invitation_limit.h - limits of invitation mails.
 */
#ifndef KITH_SERVICES_ORGS_MEMBER_ORG_INVITATION_LIMIT_H
#define KITH_SERVICES_ORGS_MEMBER_ORG_INVITATION_LIMIT_H

#include "common/call/call.h"

/* Counts one invitation by the caller. PROBLEM_RATE_LIMITED after 50 in a day. */
enum problem org_invitation_count(struct call *call);

/* The same for an invitation to an address that a manager gives; requires the lock of the
 * organization. PROBLEM_RATE_LIMITED after two such ones of the organization to the
 * address in 7 days, after 50 by the caller, or when the organization has mailed 200
 * other addresses that had no account. */
enum problem
org_invitation_limit(struct call *call, const struct uuid *org, const struct text *email);

#endif
