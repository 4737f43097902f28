/*
 * scope.h - scopes and audiences as clients write them.
 */
#ifndef KITH_SERVICES_IDENTITY_OAUTH_SCOPE_H
#define KITH_SERVICES_IDENTITY_OAUTH_SCOPE_H

#include "common/base/arena.h"

/* The scopes that a text names, separated by spaces, with those that they include. Names that
 * nobody knows are passed over. */
unsigned scope_read(const struct text *names);

/* Their names, separated by spaces. */
const char *scope_write(struct arena *arena, unsigned scopes);

/* What a token is for, by the `resource` of a request: the audience that tokens carry. The tool
 * server where nothing is said; NULL for what is not here. */
const char *scope_audience(struct arena *arena, const struct text *resource);

/* Whether an audience is the REST API. */
bool scope_is_rest(const char *audience);

#endif
