/*
 * org_invited.h - what an invited member does with an invitation, by its link or by its id.
 */
#ifndef KITH_SERVICES_ORGS_MEMBER_ORG_INVITED_H
#define KITH_SERVICES_ORGS_MEMBER_ORG_INVITED_H

#include "services/orgs/org/org.h"

enum org_invited_status {
	INVITED_PENDING,
	INVITED_ACCEPTED,
	INVITED_REVOKED,
	INVITED_EXPIRED
};

struct org_invited {
	struct uuid id, org;
	struct text role;
	struct text masked_email;
	enum org_invited_status status;
	bool own; /* whether it is to the caller's verified address */
};

/* Locks the organization of an invitation and reads the invitation. It is named by the hash of its
 * token or by its id; the other is NULL. PROBLEM_INVITATION_NOT_FOUND when there is none. */
enum problem org_invited_lock(struct call *call, const uint8_t *hash,
	const struct uuid *id, struct org_invited *invited);

/* PROBLEM_INVITATION_REVOKED or PROBLEM_INVITATION_EXPIRED for one that is of no use any more. */
enum problem org_invited_check(struct call *call, const struct org_invited *invited);

/* Lets the caller in and answers the organization. An invitation is used once: when it is accepted
 * already, the organization is answered and nothing changes. */
enum problem org_invited_accept(struct call *call, const struct org_invited *invited);

#endif
