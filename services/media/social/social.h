/*
 * social.h - the caller's social account, as the operations on it have it.
 */
#ifndef KITH_SERVICES_MEDIA_SOCIAL_SOCIAL_H
#define KITH_SERVICES_MEDIA_SOCIAL_SOCIAL_H

#include "common/db/db.h"
#include "services/media/social/provider.h"

/* The member's account at the provider that is set up. $1 is the member, $2 the provider. */
#define SOCIAL_ACCOUNT(columns) \
	SQL("SELECT " columns " FROM social_accounts a" \
	    " WHERE a.member_id = $1 AND a.provider = $2")

/* Tokens and verifiers lie in the database sealed (AES-256-GCM), each for its member, under a
 * key that media alone has. */
struct text
social_seal(struct arena *arena, const struct uuid *member, const char *secret);

/* NULL when it was not sealed so. */
const char *
social_unseal(struct arena *arena, const struct uuid *member, const struct text *sealed);

/* Notes that the provider no longer accepts this token of the member: the account must be linked
 * again. */
void social_note_end(struct call *call, const struct text *sealed);

/* Answers the account of the caller. */
enum problem social_answer(struct call *call);

/* The problem of a provider that does not answer as it should, with the time to try again. */
enum problem social_unavailable(
	struct call *call, const struct provider *provider, const char *detail);

#endif
