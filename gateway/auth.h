/*
 * auth.h - the parts of authentication that need no bus: reading credentials and answers.
 */
#ifndef KITH_AUTH_H
#define KITH_AUTH_H

#include "gateway/gateway.h"

/* The cookie of a session: bound to the host wherever the instance is served over TLS. */
const char *auth_cookie_name(void);

/* The credential that a request carries, or NULL; a header goes before a cookie. Anything in
 * the Authorization header that is no bearer token is answered as "". */
const char *auth_credential(
	const struct http_request *request, enum auth_surface surface, bool *by_cookie);

/* Whether a string looks like one of our tokens; others need not be looked up. */
bool auth_token_shaped(const char *token);

/* The message of a lookup of a token's hash (hex). */
void auth_encode_lookup(
	struct buffer *out, const char *hash, struct text request_id, int64_t timeout_ms);

/* Reads identity's answer; its texts are copied. False when it is not what was declared. */
bool auth_read_principal(
	struct arena *arena, const void *wire, size_t size, struct principal *principal);

/* A copy of a text in another arena. */
struct text auth_copy_text(struct arena *arena, const struct text *text);

#endif
