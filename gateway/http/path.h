/*
 * path.h - the request target, taken apart once: path segments and query parameters.
 *
 * The path is split at raw slashes first and each segment is decoded afterwards, once, so
 * an encoded slash or dot can never move a request to another route. What is ambiguous is
 * malformed, for the router, the guards and the limits alike.
 */
#ifndef KITH_GATEWAY_HTTP_PATH_H
#define KITH_GATEWAY_HTTP_PATH_H

#include "gateway/http/http.h"

#define HTTP_PARAMETERS_MAX 64

/* Fills .path, .segments, .path_malformed, .trailing_slash from a target that starts with
 * '/', and .query and .query_malformed from what follows its first '?'. */
void http_path_take_apart(struct http_request *request, const char *target);

/* Reads "a=b&c=d" (application/x-www-form-urlencoded) into at most HTTP_PARAMETERS_MAX pairs of
 * the arena; false when it cannot be read. */
bool http_path_read_pairs(struct arena *arena, const char *text,
	struct http_parameter **pairs, size_t *count);

#endif
