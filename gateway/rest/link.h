/*
 * link.h - the Link and Location headers.
 */
#ifndef KITH_GATEWAY_REST_LINK_H
#define KITH_GATEWAY_REST_LINK_H

#include "gateway/http/http.h"
#include "proto/op.h"

/* The Link to the next page of a list. */
const char *rest_link_next(const struct http_request *request, const char *cursor);

/* The Location of a new record: op->answer.location with {id} of the output; NULL without
 * one. */
const char *rest_link_location(
	struct arena *arena, const struct op *op, const void *output, size_t size);

#endif
