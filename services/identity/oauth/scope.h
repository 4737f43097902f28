/*
 * scope.h - the text forms of scopes and audiences.
 */
#ifndef KITH_SERVICES_IDENTITY_OAUTH_SCOPE_H
#define KITH_SERVICES_IDENTITY_OAUTH_SCOPE_H

#include "common/base/arena.h"
#include "proto/tool_sets.h"

/* Parses space-separated scope names, and adds the scopes that they include. Ignores
 * unknown names. */
unsigned scope_read(const struct text *names);

/* Writes scope names, separated by spaces. */
const char *scope_write(struct arena *arena, unsigned scopes);

/* The audience of a token, by the parameter `resource` of the request. The tool server
 * when it is absent; NULL when it is not a resource of this instance. */
const char *scope_audience(struct arena *arena, const struct text *resource);

/* The set of tools that the address of the tool server in `resource` names. */
enum tool_set scope_tools(const struct text *resource);

bool scope_is_rest(const char *audience);

#endif
