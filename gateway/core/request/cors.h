/*
 * cors.h - cross-origin access (the Fetch standard, section 3.2).
 *
 * Every page may read /v1, /openapi.json and /docs, and the endpoints by which clients
 * connect: /mcp, /.well-known, and those of /oauth that are not pages. Browsers never
 * send their own credentials with such a request: a page may use a bearer token, and
 * the cookie does not count.
 */
#ifndef KITH_GATEWAY_CORE_REQUEST_CORS_H
#define KITH_GATEWAY_CORE_REQUEST_CORS_H

#include "gateway/http/http.h"

#define CORS_HEADERS 2
#define CORS_PREFLIGHT_HEADERS 3

/* The CORS_HEADERS headers of an answer that every page may read. */
extern const struct http_header cors_headers[CORS_HEADERS];

/* The further headers of a preflight; `methods` is the Allow header of the path. */
void cors_preflight(const char *methods, struct http_header out[CORS_PREFLIGHT_HEADERS]);

/* The same for endpoints by which clients connect. It allows the headers that the
 * client asks for, and every method, so that a page can read why one is refused. */
void cors_preflight_client(const struct http_request *request,
	struct http_header out[CORS_PREFLIGHT_HEADERS]);

#endif
