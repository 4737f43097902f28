/*
 * refresh.h - the chain of refresh tokens of a grant.
 */
#ifndef KITH_SERVICES_IDENTITY_OAUTH_REFRESH_H
#define KITH_SERVICES_IDENTITY_OAUTH_REFRESH_H

#include "services/identity/oauth/grant.h"

#define REFRESH_PREFIX "kith_rt_"
#define REFRESH_SECRET_SIZE 32

/* So many refresh tokens a grant gets in the 30 days in which they are kept. None is
 * deleted earlier to make room: a thief could otherwise use up tokens until the one that
 * the app holds is no longer recognized as used. */
#define REFRESH_TOKENS_MAX 2000

/* Issues the first refresh token of a grant. A refresh token lives 30 days, but not
 * longer than its grant. */
const char *refresh_first(struct call *call, const struct grant *grant);

/* Marks an unused token as used and issues *successor. False when it was used before or
 * is expired. */
bool refresh_spend(struct call *call, const struct grant *grant, const struct text *token,
	const char **successor);

/* Whether a grant has had all its tokens. */
bool refresh_is_exhausted(struct call *call, const struct grant *grant);

/* The unused successor of a token that was used within the overlap, or NULL. */
const char *refresh_again(struct call *call, const struct text *token);

#endif
