/*
 * access.h - the log line of a request, and the ids that it is found by.
 */
#ifndef KITH_GATEWAY_CORE_OBSERVE_ACCESS_H
#define KITH_GATEWAY_CORE_OBSERVE_ACCESS_H

#include "common/call/call.h"
#include "gateway/http/http.h"

/* A request's id: the client's own X-Request-Id when it is well-formed, else a new one; the
 * same at each call. */
struct text request_id_of(struct http_request *request);

/* Where the request belongs in the client's trace, by its header; absent when that is not
 * well-formed. What stands in the request already stays. */
struct text traceparent_of(struct http_request *request);

/* The one log line of a request, and its metrics; called once, when it is answered. */
struct access {
	const char *surface; /* "rest", "mcp", "page" */
	const char *route;   /* the path's template; NULL = the path as sent */
	const struct op *op; /* the operation, for its name and metrics; NULL = none */
	struct text request_id;
	const struct principal *principal; /* NULL = not known */
	const char *client; /* what an MCP client calls itself; NULL = none */
	enum problem problem;
	int status;
	int64_t started_us; /* clock_monotonic_us() at HTTP_HEADERS */
};

void access_log(struct http_request *request, const struct access *access);

#endif
