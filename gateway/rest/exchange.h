/*
 * exchange.h - one request of the REST surface, from its headers to its answer.
 */
#ifndef KITH_GATEWAY_REST_EXCHANGE_H
#define KITH_GATEWAY_REST_EXCHANGE_H

#include "gateway/core/invoke/invoke.h"
#include "gateway/core/observe/access.h"
#include "gateway/ratelimit/limit.h"
#include "gateway/rest/router.h"

/* Lives in the request's arena; http_request.exchange points to it. */
struct rest {
	struct http_request *request;
	struct gateway *gateway;
	struct text request_id;
	struct route route;
	const struct op *op;
	struct principal principal;
	bool by_cookie;
	struct limit_state limit; /* what is left of it, once something was taken */
	const void *input;        /* one msgpack map */
	size_t input_size;
	bool at_headers;     /* the body has yet to come */
	bool admitted;       /* and may */
	uint64_t invocation; /* for invoke_cancel(); 0 = none under way */
	bool answered;
	struct loop_timer *waits; /* for memory for an image, or NULL */
	int64_t waits_until_ms;
	struct rest_export *export; /* of a chunked export, or NULL */
	struct access access;
};

/* What a member is told whose unread answers are as many as it may have. */
#define REST_UNREAD "answers that were asked for before this one have not been read yet"

#endif
