/*
 * credential.h - secrets that stand for a member: made here, and stored only as their hash.
 */
#ifndef KITH_SERVICES_IDENTITY_CREDENTIALS_CREDENTIAL_H
#define KITH_SERVICES_IDENTITY_CREDENTIALS_CREDENTIAL_H

#include "common/call/call.h"
#include "common/secret/secret.h"

struct credential {
	struct uuid id;
	const char *token; /* what the caller gets, once */
	uint8_t hash[HASH_SIZE];
};

/* A new secret of 256 random bits; `prefix` says what it is: "kith_ses_". */
struct credential credential_new(struct arena *arena, const char *prefix);

/* The hash under which a token that came from outside is looked up. */
void credential_hash(const struct text *token, uint8_t hash[HASH_SIZE]);

/* Ends everything that stands for a member. */
void credential_revoke_all(struct call *call, const struct uuid *member);

/* Ends one of the caller's own of a kind, "session" or "token"; false when there is none that
 * works. */
bool credential_revoke_own(struct call *call, const struct uuid *id, const char *kind);

/* The scopes and what they include. */
unsigned credential_scopes(unsigned scopes);

/* The same of the scopes that were named. */
unsigned credential_scopes_named(const struct text_list *names);

#endif
