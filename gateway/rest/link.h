/*
 * link.h - addresses in headers.
 */
#ifndef KITH_GATEWAY_REST_LINK_H
#define KITH_GATEWAY_REST_LINK_H

#include "gateway/http/http.h"
#include "proto/op.h"

/* The address of the list's next page, in angle brackets and with its relation. */
const char *rest_link_next(const struct http_request *request, const char *cursor);

/* The address of what was created: op->answer.location with {id} of the output; NULL without one. */
const char *rest_link_location(
	struct arena *arena, const struct op *op, const void *output, size_t size);

#endif
