/*
 * credential.h - secrets that stand for a member: made here, and stored only as their hash.
 */
#ifndef KITH_IDENTITY_CREDENTIAL_H
#define KITH_IDENTITY_CREDENTIAL_H

#include "common/call.h"
#include "common/secret.h"

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

/* The scopes and what they include. */
unsigned credential_scopes(unsigned scopes);

#endif
