/*
 * social.h - shared by the operations on the caller's social account.
 */
#ifndef KITH_SERVICES_MEDIA_SOCIAL_SOCIAL_H
#define KITH_SERVICES_MEDIA_SOCIAL_SOCIAL_H

#include "common/db/db.h"
#include "services/media/social/provider.h"

/* The member's account at the configured provider. $1 is the member, $2 the provider. */
#define SOCIAL_ACCOUNT(columns) \
	SQL("SELECT " columns " FROM social_accounts a" \
	    " WHERE a.member_id = $1 AND a.provider = $2")

/* The purpose of the key that encrypts tokens and verifiers. */
#define SOCIAL_SEAL "social"

/* Encrypts a token or verifier for the database (AES-256-GCM), bound to its member.
 * Only media has the key. */
struct text
social_seal(struct arena *arena, const struct uuid *member, const char *secret);

/* Decrypts; NULL when that fails. */
const char *
social_unseal(struct arena *arena, const struct uuid *member, const struct text *sealed);

/* Records that the provider no longer accepts this token, so that the member has to
 * link the account again. */
void social_note_end(struct call *call, const struct text *sealed);

/* Answers with the caller's account. */
enum problem social_answer(struct call *call);

/* Fails with PROBLEM_SOCIAL_UNAVAILABLE, and sets the time for a retry. */
enum problem social_unavailable(
	struct call *call, const struct provider *provider, const char *detail);

#endif
