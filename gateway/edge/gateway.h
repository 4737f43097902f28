/*
 * gateway.h - what one event loop of the gateway holds, and the steps of a request.
 *
 *     http -> router -> auth -> limit -> json -> invoke -> bus -> json -> http
 *
 * A tool call enters at mcp.c and joins at invoke; nothing else does: there is no second
 * way to an operation. Loops share nothing but counters: limits, exports, revocations.
 */
#ifndef KITH_GATEWAY_EDGE_GATEWAY_H
#define KITH_GATEWAY_EDGE_GATEWAY_H

#include "common/base/loop.h"
#include "common/bus/message.h"
#include "common/call/call.h"
#include "common/config/config.h"
#include "gateway/bus/bus.h"
#include "gateway/http/http.h"

struct token_cache;
struct limits;
struct exports;
struct revocations;
struct writes;
struct health;
struct load;
struct invoke_watch;
struct http_memory;
struct http_peers;

struct gateway {
	struct loop *loop;
	struct bus *bus;
	struct http_server *http;
	struct token_cache *tokens;
	struct limits *limits;           /* of the process */
	struct exports *exports;         /* likewise */
	struct revocations *revocations; /* likewise */
	struct writes *writes;           /* likewise */
	struct http_memory *memory;      /* likewise */
	struct http_peers *peers;        /* likewise */
	int connections_max;             /* likewise */
	struct health *health;
	struct load *load;
	struct invoke_watch *watches; /* of invoke.c */
	const struct config *config;
};

/* The gateway of the loop that a request came in on. */
#define GATEWAY_OF(request) ((struct gateway *)(request)->server_data)

/* How long a call may take, from its arrival at invoke() to its answer. */
#define CALL_TIMEOUT_MS 10000

/* ---- invoke.c: the one way to an operation ---- */

/* An image that came with a request, and what its sender says that it is. */
struct image_body {
	const void *data;
	size_t size;
	const char *type;
};

struct invocation {
	struct arena *arena;
	const struct op *op;
	struct principal principal;
	struct text request_id;
	struct text traceparent;
	struct text idempotency_key;
	struct text if_match;
	const void *input; /* one msgpack map */
	size_t input_size;
	/* What the input ends with, where that is large and lies elsewhere. Such an input is the
	 * gateway's own, and judged by its service alone. */
	const void *rest;
	size_t rest_size;
	struct image_body image; /* of an operation whose body is one */
	uint64_t *
		id; /* where the caller keeps what invoke() answers, for a call of several steps;
		       * such a call has a new one with each. NULL = it cannot have several */
};

/* The reply's output is there until this returns, the rest lives in the invocation's arena; its
 * problem may be the gateway's own. */
typedef void invoke_done(void *data, const struct message_reply *reply);

/*
 * Validates the input by the operation's record, sends the call, and answers once. Faults,
 * missing records (malformed ids) and bus outcomes become problems here, once for REST and
 * tools. Answers an id for invoke_cancel(), or 0 when it has called back already.
 */
uint64_t invoke(struct gateway *gateway, const struct invocation *invocation,
	invoke_done *done, void *data);

/* Forgets an invocation: its callback will not run. What it changes of credentials is noted all
 * the same when the service answers. 0 is fine. */
void invoke_cancel(struct gateway *gateway, uint64_t id);

/* Frees what is left of calls that nobody waits for, once the bus has gone. */
void invoke_close(struct gateway *gateway);

/* ---- cure.c ---- */

/*
 * Adds what would help to a refusal (proto/problems.h): `requires` and `nextStep` where the
 * service has said none, by the operation (NULL = there is none) and the problem. The operations
 * that a sentence names become tools `for_tool`, and routes otherwise.
 */
void problem_cure(struct arena *arena, const struct op *op, bool for_tool,
	struct message_reply *reply);

/* ---- problem_json.c ---- */

/* The problem document (RFC 9457) of a reply, as JSON in `out`. */
void problem_document(struct buffer *out, const struct message_reply *reply,
	const char *instance, struct text request_id);

/* One complete sentence for a person or an assistant: detail, faults, and the cure. */
void problem_sentence(struct buffer *out, const struct message_reply *reply);

/* Answers a request with the problem, its status and the headers that belong to it:
 * X-Request-Id, WWW-Authenticate, Retry-After. `more` are added as they stand. */
void problem_answer(struct http_request *request, const struct message_reply *reply,
	struct text request_id);
void problem_answer_with(struct http_request *request, const struct message_reply *reply,
	struct text request_id, const struct http_header *more, size_t more_count);

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
