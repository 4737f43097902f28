/*
 * access.h - the log line of a request, and the ids to find it by.
 */
#ifndef KITH_GATEWAY_CORE_OBSERVE_ACCESS_H
#define KITH_GATEWAY_CORE_OBSERVE_ACCESS_H

#include "common/call/call.h"
#include "gateway/http/http.h"

/* The id of a request: the client's own X-Request-Id when it is well-formed, or else a
 * new one. It stays the same. */
struct text request_id_of(struct http_request *request);

/* The traceparent header of the request; absent when it is not well-formed. A value set
 * earlier stays. */
struct text traceparent_of(struct http_request *request);

/* The one log line of a request, and its metrics; call it once, when the request is
 * answered. */
struct access {
	const char *surface; /* "rest", "mcp", "page" */
	const char *route;   /* the path's template; NULL = log the path as sent */
	const struct op *op; /* for name and metrics; NULL = no operation */
	struct text request_id;
	const struct principal *principal; /* NULL = unknown */
	const char *client; /* the name that an MCP client declares; NULL = none */
	enum problem problem;
	int status;
	int64_t started_us; /* clock_monotonic_us() at HTTP_HEADERS */
};

void access_log(struct http_request *request, const struct access *access);

#endif
