/*
 * auth.h - resolves credentials to principals, and guards operations.
 */
#ifndef KITH_GATEWAY_AUTH_AUTH_H
#define KITH_GATEWAY_AUTH_AUTH_H

#include "common/bus/message.h"
#include "gateway/core/gateway.h"

enum auth_surface {
	SURFACE_REST,
	SURFACE_MCP,
	SURFACE_PAGE,
	SURFACE_USERINFO
};

/* PROBLEM_NONE with a principal (anonymous when no credential was sent), or
 * PROBLEM_INVALID_TOKEN, SERVICE_UNAVAILABLE, TIMEOUT. */
typedef void
auth_done(void *data, enum problem problem, const struct principal *principal);

/*
 * Resolves the credential of a request: a bearer token, or the session cookie.
 * SURFACE_REST accepts both, SURFACE_PAGE the cookie only, SURFACE_USERINFO the tokens
 * of apps only. A token for another surface is PROBLEM_INVALID_TOKEN. Results are
 * cached for one second. *by_cookie says that the cookie was used. May call back at
 * once.
 */
void auth_resolve(struct gateway *gateway, struct http_request *request,
	enum auth_surface surface, bool *by_cookie, auth_done *done, void *data);

/* The anonymous principal of a request, whose credential is ignored. */
struct principal
auth_nobody(const struct http_request *request, enum auth_surface surface);

/* Whether a request may act on a resolution of this monotonic time: for a second. A body
 * may take longer to arrive, or a host to answer; then resolve again. */
bool auth_is_fresh(int64_t resolved_ms);

/* Cancels a resolution by its `data`: the callback does not run. */
void auth_cancel(struct gateway *gateway, const void *data);

/* Frees the cache and the lookups in progress, after the bus is closed. */
void auth_free(struct gateway *gateway);

/* Whether a credential may be used on the surface that it came in on. */
bool auth_fits_surface(struct arena *arena, const struct principal *principal,
	enum auth_surface surface);

/* Checks the guards of an operation: PROBLEM_NONE, or the refusal. */
enum problem auth_guard(const struct op *op, const struct principal *principal);

/* The reply to a refusal of auth_guard(), with a hint: the scopes or credentials that
 * would do. */
struct message_reply auth_refusal(struct arena *arena, const struct op *op,
	const struct principal *principal, enum problem problem);

/* ---- parts without a bus ---- */

/* The Set-Cookie header for a session's token, which scripts cannot read; NULL deletes
 * it. */
const char *auth_cookie(struct arena *arena, const char *token);

/* The credential of a request, or NULL; the header precedes the cookie. An
 * Authorization header without a bearer token answers "". */
const char *auth_credential(
	const struct http_request *request, enum auth_surface surface, bool *by_cookie);

/* Whether a string has the form of a token; others are not looked up. */
bool auth_token_shaped(const char *token);

/* Reads identity's reply, or its absence; copies the texts of the principal. */
enum problem auth_read_answer(struct arena *arena, const struct bus_result *result,
	struct principal *principal);

/* Copies a text to another arena. */
struct text auth_copy_text(struct arena *arena, const struct text *text);

#endif
