/*
 * org_invited.h - an invitation from the invited member's side, by link or by id.
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
	struct uuid inviter; /* the caller if the account was deleted */
	struct text role;
	struct text masked_email;
	enum org_invited_status status;
	bool own; /* is to the caller's verified address */
};

/* Locks the organization of an invitation, then reads the invitation. The invitation is
 * given by the hash of its token or by its id; the other is NULL.
 * PROBLEM_INVITATION_NOT_FOUND without one. */
enum problem org_invited_lock(struct call *call, const uint8_t *hash,
	const struct uuid *id, struct org_invited *invited);

/* PROBLEM_INVITATION_REVOKED or PROBLEM_INVITATION_EXPIRED for an invalid invitation. */
enum problem org_invited_check(struct call *call, const struct org_invited *invited);

/* Adds the caller to the organization and answers it. An invitation is used once:
 * accepting it again changes nothing. */
enum problem org_invited_accept(struct call *call, const struct org_invited *invited);

#endif
