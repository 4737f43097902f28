/*
 * auth.h - credential -> principal, and what a principal may do.
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
 * Resolves the credential of a request: Authorization: Bearer, or the session cookie on
 * SURFACE_REST, and nothing but that cookie on SURFACE_PAGE. SURFACE_USERINFO is for apps alone,
 * whatever their tokens are for. Cached for at most one second. Tokens of another surface's
 * audience are PROBLEM_INVALID_TOKEN. *by_cookie says that the cookie was used. May call back at once.
 */
void auth_resolve(struct gateway *gateway, struct http_request *request,
	enum auth_surface surface, bool *by_cookie, auth_done *done, void *data);

/* The principal of a request at whose credential nobody looks. */
struct principal
auth_nobody(const struct http_request *request, enum auth_surface surface);

/* Forgets a resolution by its `data`: the callback will not run. For clients that went. */
void auth_cancel(struct gateway *gateway, const void *data);

/* Frees what is remembered of tokens, and lookups that nobody waits for, once the bus is gone. */
void auth_free(struct gateway *gateway);

/* Whether a credential may be used on the surface that it came in on. */
bool auth_fits_surface(struct arena *arena, const struct principal *principal,
	enum auth_surface surface);

/* The guards of an operation for a principal: PROBLEM_NONE or what refuses it. */
enum problem auth_guard(const struct op *op, const struct principal *principal);

/* What auth_guard() refused with, and its cure: the scopes or the credentials that would do. */
struct message_reply auth_refusal(struct arena *arena, const struct op *op,
	const struct principal *principal, enum problem problem);

/* ---- the parts that need no bus ---- */

/* The cookie of a session: bound to the host wherever the instance is served over TLS. */
const char *auth_cookie_name(void);

/* The Set-Cookie that keeps a session's token where no script can read it; a token that is NULL
 * takes the cookie away. */
const char *auth_cookie(struct arena *arena, const char *token);

/* The credential that a request carries, or NULL; a header goes before a cookie. Anything in
 * the Authorization header that is no bearer token is answered as "". */
const char *auth_credential(
	const struct http_request *request, enum auth_surface surface, bool *by_cookie);

/* Whether a string looks like one of our tokens; others need not be looked up. */
bool auth_token_shaped(const char *token);

/* What identity's answer, or its absence, means for those who wait for it; texts of the principal are copied. */
enum problem auth_read_answer(struct arena *arena, const struct bus_result *result,
	struct principal *principal);

/* A copy of a text in another arena. */
struct text auth_copy_text(struct arena *arena, const struct text *text);

#endif
