/*
 * credential.h - secrets that authenticate a member. Only their hashes are stored.
 */
#ifndef KITH_SERVICES_IDENTITY_CREDENTIALS_CREDENTIAL_H
#define KITH_SERVICES_IDENTITY_CREDENTIALS_CREDENTIAL_H

#include "common/call/call.h"
#include "common/secret/secret.h"

struct credential {
	struct uuid id;
	const char *token; /* shown to the caller once */
	uint8_t hash[HASH_SIZE];
};

/* Makes a secret of 256 random bits. `prefix` names its type, such as "kith_ses_". */
struct credential credential_new(struct arena *arena, const char *prefix);

/* Computes the hash by which a received token is looked up. */
void credential_hash(const struct text *token, uint8_t hash[HASH_SIZE]);

/* Revokes the sessions of a member, except one; NULL excepts none. Forgets the programs
 * of the others, so that the next sign-in of a thief from a new network is unfamiliar. */
void credential_revoke_sessions(
	struct call *call, const struct uuid *member, const struct uuid *except);

/* Forgets from where the member has signed in, except the address of one session; NULL
 * excepts none. Call it only when the caller has proven the password or opened a mailed
 * link, because known addresses protect the member from floods of strangers. */
void credential_forget_addresses(
	struct call *call, const struct uuid *member, const struct uuid *except);

/* Makes sign-ins from these addresses unfamiliar, so that the member is mailed about the
 * next one. The addresses stay known for limits. */
void credential_doubt_addresses(
	struct call *call, const struct uuid *member, const struct uuid *except);

/* Revokes the personal access tokens of a member, all grants to apps with their tokens,
 * the member's pending invitations of owners and admins of organizations, and pending
 * requests for affiliations and introductions. Unlinks the social account. */
void credential_revoke_access(struct call *call, const struct uuid *member);

/* Revokes one of the caller's own credentials of a kind, "session" or "token". False when
 * no such credential works. */
bool credential_revoke_own(struct call *call, const struct uuid *id, const char *kind);

/* Adds the scopes that are included in the given ones. */
unsigned credential_scopes(unsigned scopes);

/* Like credential_scopes(), for a list of names. */
unsigned credential_scopes_named(const struct text_list *names);

#endif
