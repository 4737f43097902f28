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

enum refresh_limit {
	REFRESH_ALLOWED,
	REFRESH_TOO_FAST,  /* GRANT_TOKENS_MAX access tokens within a minute */
	REFRESH_EXHAUSTED, /* REFRESH_TOKENS_MAX within 30 days */
};

/* Whether a grant may get further tokens now. */
enum refresh_limit refresh_limit(struct call *call, const struct grant *grant);

/* The unused successor of a token that was used within the overlap, and not very often
 * since; or NULL. */
const char *refresh_again(struct call *call, const struct text *token);

#endif
