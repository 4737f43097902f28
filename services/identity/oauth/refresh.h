/*
 * refresh.h - the chain of refresh tokens of a grant.
 */
#ifndef KITH_SERVICES_IDENTITY_OAUTH_REFRESH_H
#define KITH_SERVICES_IDENTITY_OAUTH_REFRESH_H

#include "services/identity/oauth/grant.h"

#define REFRESH_PREFIX "kith_rt_"
#define REFRESH_SECRET_SIZE 32

/* Makes the first token of a grant, or the next one; lives 30 days, and never longer than its
 * grant. */
const char *refresh_first(struct call *call, const struct grant *grant);

/* Whether the token was not spent before, and is now; *successor is the one that takes its
 * place. */
bool refresh_spend(struct call *call, const struct grant *grant, const struct text *token,
	const char **successor);

/* The successor of a token that was spent a moment ago and whose successor was not, or NULL. */
const char *refresh_again(struct call *call, const struct text *token);

#endif
