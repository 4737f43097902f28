/*
 * path.h - splits the request target into path segments and query parameters.
 *
 * The path is split at raw slashes, and each segment is then decoded once. So an encoded
 * slash or dot cannot move a request to another route. An ambiguous path is malformed for
 * the router, the guards and the limits alike.
 */
#ifndef KITH_GATEWAY_HTTP_PATH_H
#define KITH_GATEWAY_HTTP_PATH_H

#include "gateway/http/http.h"

#define HTTP_PARAMETERS_MAX 64

/* Fills .path, .segments, .path_malformed, .trailing_slash from a target that starts with
 * '/', and .query and .query_malformed from what follows its first '?'. */
void http_path_take_apart(struct http_request *request, const char *target);

/* Reads "a=b&c=d" (application/x-www-form-urlencoded) into at most HTTP_PARAMETERS_MAX
 * pairs in the arena; false when the text is malformed. */
bool http_path_read_pairs(struct arena *arena, const char *text,
	struct http_parameter **pairs, size_t *count);

#endif
