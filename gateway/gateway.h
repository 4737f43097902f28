/*
 * gateway.h - what one event loop of the gateway holds, and the steps of a request.
 *
 *     http -> router -> auth -> limit -> json -> invoke -> bus -> json -> http
 *
 * A tool call enters at mcp.c and joins at invoke; nothing else does: there is no second
 * way to an operation. A loop shares nothing with another but what is counted.
 */
#ifndef KITH_GATEWAY_H
#define KITH_GATEWAY_H

#include "common/call.h"
#include "common/config.h"
#include "common/loop.h"
#include "common/message.h"
#include "gateway/bus.h"
#include "gateway/http.h"

struct token_cache;
struct limits;
struct exports;
struct health;

struct gateway {
	struct loop *loop;
	struct bus *bus;
	struct http_server *http;
	struct token_cache *tokens;
	struct limits *limits;   /* of the process */
	struct exports *exports; /* likewise */
	struct health *health;
	const struct config *config;
};

/* The gateway of the loop that a request came in on. */
#define GATEWAY_OF(request) ((struct gateway *)(request)->server_data)

/* How long a call may take, from its arrival at invoke() to its answer. */
#define CALL_TIMEOUT_MS 10000

/* ---- auth.c: credential -> principal ---- */

enum auth_surface {
	SURFACE_REST,
	SURFACE_MCP
};

/* PROBLEM_NONE with a principal (anonymous when no credential was sent), or
 * PROBLEM_INVALID_TOKEN, RATE_LIMITED, SERVICE_UNAVAILABLE, TIMEOUT. */
typedef void
auth_done(void *data, enum problem problem, const struct principal *principal);

/*
 * Resolves the credential of a request: Authorization: Bearer, or the session cookie on
 * SURFACE_REST only. Cached for at most one second. Tokens of another surface's audience are
 * PROBLEM_INVALID_TOKEN. *by_cookie says that the cookie was used. May call back at once.
 */
void auth_resolve(struct gateway *gateway, struct http_request *request,
	enum auth_surface surface, bool *by_cookie, auth_done *done, void *data);

/* Forgets a resolution by its `data`: the callback will not run. For clients that went. */
void auth_cancel(struct gateway *gateway, const void *data);

/* The guards of an operation for a principal: PROBLEM_NONE or what refuses it. */
enum problem auth_guard(const struct op *op, const struct principal *principal);

/* What auth_guard() refused with, and its cure (the scopes that would do). */
struct message_reply
auth_refusal(struct arena *arena, const struct op *op, enum problem problem);

/* ---- limit.c: token buckets, in memory, shared by the loops of a process ---- */

enum limit_class {
	LIMIT_ANONYMOUS,
	LIMIT_READ,
	LIMIT_WRITE,
	LIMIT_TOOL,
	LIMIT_MESSAGE, /* to the tool server, and no tool call */
	LIMIT_CLASSES
};

struct limit_state {
	int64_t limit, remaining, reset_s; /* for RateLimit and RateLimit-Policy */
};

/* Takes one from the bucket of a key (member, member and client, or address). False = empty;
 * reset_s is then Retry-After. A class that is off (0) always passes with limit 0. */
bool limit_take(struct gateway *gateway, enum limit_class class, const void *key,
	size_t key_size, struct limit_state *state);

/* limit_take() with the key of a principal: its member, for LIMIT_TOOL and LIMIT_MESSAGE its
 * member and client, for LIMIT_ANONYMOUS its address (/64 of IPv6). */
bool limit_take_for(struct gateway *gateway, enum limit_class class,
	const struct principal *principal, struct limit_state *state);

/* A token from this address stood for nobody: as many as it has anonymous requests in a minute
 * may follow. */
void limit_guess(struct gateway *gateway, const char *address);

/* Whether the address has any of them left. */
bool limit_guess_left(struct gateway *gateway, const char *address);

/* The values of RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers). */
const char *limit_policy(
	struct arena *arena, enum limit_class class, const struct limit_state *state);
const char *
limit_left(struct arena *arena, enum limit_class class, const struct limit_state *state);

/* The buckets of a process, by its configuration. */
struct limits *limits_new(const struct config *config);
void limits_free(struct limits *limits);

/* ---- invoke.c: the one way to an operation ---- */

struct invocation {
	struct arena *arena;
	const struct op *op;
	struct principal principal;
	struct text request_id;
	struct text idempotency_key;
	struct text if_match;
	const void *input; /* one msgpack map */
	size_t input_size;
};

/* The reply lives in the invocation's arena; its problem may be the gateway's own. */
typedef void invoke_done(void *data, const struct message_reply *reply);

/*
 * Validates the input by the operation's record, sends the call, and answers once. Faults,
 * missing records (malformed ids) and bus outcomes become problems here, once for REST and
 * tools. Answers an id for invoke_cancel(), or 0 when it has called back already.
 */
uint64_t invoke(struct gateway *gateway, const struct invocation *invocation,
	invoke_done *done, void *data);

/* Forgets an invocation: its callback will not run. 0 is fine. */
void invoke_cancel(struct gateway *gateway, uint64_t id);

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

/* ---- surfaces: each takes over a request whose path is its own ---- */
bool rest_handle(struct http_request *request, enum http_stage stage);
bool mcp_handle(struct http_request *request, enum http_stage stage);
bool page_handle(struct http_request *request, enum http_stage stage);

/* The client went before the answer: what was asked for on its behalf is forgotten. */
void rest_gone(struct http_request *request);

/* A request's id: the client's own X-Request-Id when it is well-formed, else a new one; the
 * same at each call. */
struct text request_id_of(struct http_request *request);

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

void access_log(const struct http_request *request, const struct access *access);

/* ---- health.c ---- */

/* The health record as msgpack, valid during the callback. */
typedef void health_done(void *data, const void *wire, size_t size);

struct health *health_new(void);
void health_free(struct health *health);

/* Asks services and database, at most once a second. Answers an id for health_cancel(), or 0
 * when it has called back already. */
uint64_t health_check(struct gateway *gateway, health_done *done, void *data);
void health_cancel(struct gateway *gateway, uint64_t id);

/* Whether a health record says that everything answers. */
bool health_is_ready(const void *wire, size_t size);

/* ---- what the program prints ---- */
void mcp_print_tools(void);

#endif
