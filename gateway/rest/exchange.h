/*
 * exchange.h - one request of the REST surface, from its headers to its answer.
 */
#ifndef KITH_GATEWAY_REST_EXCHANGE_H
#define KITH_GATEWAY_REST_EXCHANGE_H

#include "gateway/core/invoke/invoke.h"
#include "gateway/core/observe/access.h"
#include "gateway/core/request/upload.h"
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
	struct limit_state limit; /* the rate limit, once a token was taken */
	const void *input;        /* one msgpack map */
	size_t input_size;
	bool at_headers;     /* the body is not read yet */
	bool admitted;       /* the guards have passed */
	int64_t admitted_ms; /* when the credential was resolved */
	uint64_t invocation; /* the call in progress; 0 = none */
	bool answered;
	struct upload_wait waits;   /* waits for memory for an image */
	struct rest_export *export; /* of a chunked export, or NULL */
	struct access access;
};

/* The refusal of a read, while too many answers are unread. */
#define REST_UNREAD "answers that were asked for before this one have not been read yet"

#endif
