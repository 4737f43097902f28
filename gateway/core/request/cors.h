/*
 * cors.h - what pages of other origins may do with an answer (the Fetch standard, 3.2).
 *
 * Any page may read what /v1, /openapi.json and /docs answer, and what clients connect by: /mcp, the
 * endpoints of /oauth that are no pages, and everything under /.well-known. It is always without
 * credentials of the browser's own: a page that has a bearer token may use it, and the cookie does
 * not count.
 */
#ifndef KITH_GATEWAY_CORE_REQUEST_CORS_H
#define KITH_GATEWAY_CORE_REQUEST_CORS_H

#include "gateway/http/http.h"

#define CORS_HEADERS 2
#define CORS_PREFLIGHT_HEADERS 3

/* The headers of every answer that any page may read, CORS_HEADERS of them. */
extern const struct http_header cors_headers[CORS_HEADERS];

/* Beside those, what a preflight is told; `methods` is the Allow header of the path. */
void cors_preflight(const char *methods, struct http_header out[CORS_PREFLIGHT_HEADERS]);

/* The same where clients connect. They send headers that are not known yet, and get those that they
 * ask for; and every method, so that a page reads why one is refused. */
void cors_preflight_client(const struct http_request *request,
	struct http_header out[CORS_PREFLIGHT_HEADERS]);

#endif
