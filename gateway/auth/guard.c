/*
 * guard.c - which surfaces accept a credential, and which operations a principal may
 * call.
 */
#include <string.h>

#include "gateway/auth/auth.h"
#include "gateway/core/gateway.h"

bool
auth_fits_surface(
	struct arena *arena, const struct principal *principal, enum auth_surface surface)
{
	const char *wanted;

	if (surface == SURFACE_USERINFO)
		return principal->credential_kind == CREDENTIAL_OAUTH;
	if (principal->credential_kind == CREDENTIAL_SESSION)
		return surface != SURFACE_MCP;
	if (surface == SURFACE_PAGE)
		return false;
	if (principal->credential_kind != CREDENTIAL_OAUTH)
		return true;
	wanted = arena_printf(arena, "%s%s", config()->base_url.data,
		surface == SURFACE_MCP ? "/mcp" : "/v1");
	return principal->audience.presence == GIVEN &&
		strcmp(principal->audience.data, wanted) == 0;
}

/* Checks the standing of the member. */
static enum problem
standing(const struct principal *principal)
{
	switch (principal->membership) {
	case MEMBERSHIP_NONE:
		return PROBLEM_UNAUTHENTICATED;
	case MEMBERSHIP_PENDING:
		return PROBLEM_MEMBERSHIP_PENDING;
	case MEMBERSHIP_SUSPENDED:
		return PROBLEM_MEMBERSHIP_SUSPENDED;
	case MEMBERSHIP_ACTIVE:
		return PROBLEM_NONE;
	}
	return PROBLEM_UNAUTHENTICATED;
}

/* Whether the credential has one of the operation's scopes. */
static bool
has_scope(const struct op *op, const struct principal *principal)
{
	return op->scopes == 0 || (op->scopes & principal->scopes) != 0;
}

/* Whether the operation accepts this kind of credential. */
static enum problem
scoped(const struct op *op, const struct principal *principal)
{
	if (has_scope(op, principal) && principal_may_use(principal, op))
		return PROBLEM_NONE;
	return PROBLEM_INSUFFICIENT_SCOPE;
}

enum problem
auth_guard(const struct op *op, const struct principal *principal)
{
	enum problem problem = standing(principal);

	switch (op->guard) {
	case GUARD_PUBLIC:
		return PROBLEM_NONE;
	case GUARD_UNSET:
	case GUARD_INTERNAL:
		return PROBLEM_ROUTE_NOT_FOUND;
	case GUARD_ACCOUNT:
		if (problem == PROBLEM_UNAUTHENTICATED)
			return problem;
		return scoped(op, principal);
	case GUARD_MEMBER:
		break;
	case GUARD_SESSION:
		if (problem == PROBLEM_NONE &&
			principal->credential_kind != CREDENTIAL_SESSION)
			problem = PROBLEM_UNAUTHENTICATED;
		break;
	case GUARD_ADMIN:
		if (problem == PROBLEM_NONE && !principal->admin)
			problem = PROBLEM_ADMIN_REQUIRED;
		break;
	}
	return problem != PROBLEM_NONE ? problem : scoped(op, principal);
}

/* The names of the accepted scopes. */
static const char *const *
scope_names(struct arena *arena, const struct op *op)
{
	const char **names = arena_array(arena, SCOPE_KINDS + 1, sizeof(*names));
	size_t count = 0;

	for (size_t i = 0; i < SCOPE_KINDS; i++) {
		if ((op->scopes & scope_infos[i].bit) != 0)
			names[count++] = scope_infos[i].name;
	}
	return names;
}

struct message_reply
auth_refusal(struct arena *arena, const struct op *op, const struct principal *principal,
	enum problem problem)
{
	static const char *const session[] = {"session", NULL};
	static const char *const own[] = {"session", "token", NULL};
	struct message_reply reply = {.problem = problem};

	if (problem != PROBLEM_INSUFFICIENT_SCOPE)
		return reply;
	if (!has_scope(op, principal)) {
		reply.requires_name = "scope";
		reply.requires_values = scope_names(arena, op);
		return reply;
	}
	reply.detail = principal_needs(op);
	reply.requires_name = "credential";
	reply.requires_values = own;
	reply.next_step =
		"Sign in with {session_sign_in}, or make a token with {token_create}.";
	if (op->with == WITH_SESSION) {
		reply.requires_values = session;
		reply.next_step = "Sign in with {session_sign_in}.";
	}
	return reply;
}
