/*
 * inside.h - what the files of the tool server share.
 *
 * An HTTP request is an exchange, and each JSON-RPC message in it is a turn (a batch has
 * several).
 *
 *     mcp.c       origin, credential, media types
 *     exchange.c  the body: messages, eras, one turn after the other
 *     limit.c     how many messages a client may send
 *     message.c   what a JSON value is in JSON-RPC
 *     era.c       which era a request belongs to, and what contradicts it
 *     methods.c   initialize, server/discover, ping, tools/list
 *     ask.c       the operations that a turn needs
 *     tools.c     the list of tools
 *     schema.c    the schemas in that list
 *     call.c      tools/call
 *     fetch.c     the tool `fetch`
 *     resources.c what can be read without a tool
 *     prompts.c   what a person may choose to begin with
 *     completion.c handles and slugs while a person types them
 *     extra.c     what a test build of the gateway has beside all this
 *     text.c      what members wrote, without what a reader cannot see
 *     reply.c     results and errors as JSON
 *     answer.c    answers over HTTP: statuses, challenges, CORS
 */
#ifndef KITH_GATEWAY_MCP_INSIDE_H
#define KITH_GATEWAY_MCP_INSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/json/json.h"
#include "common/text/text.h"
#include "common/wire/wire.h"
#include "gateway/admit/limit.h"
#include "gateway/mcp/header.h"
#include "gateway/mcp/mcp.h"
#include "gateway/mcp/origin.h"
#include "gateway/mcp/text.h"
#include "proto/bounds/bounds.h"

#define MCP_MODERN_REVISION "2026-07-28"
#define MCP_LATEST_LEGACY "2025-11-25"
#define MCP_BATCH_REVISION "2025-03-26" /* the only revision with batches */
#define MCP_BATCH_MAX 50
#define MCP_CACHE_MS 300000 /* how long a client may keep what is listed */
#define MCP_BODY_BYTES_MAX ((size_t)BOUND_BODY_BYTES)

/* The keys that the specification reserves in `_meta`. */
#define MCP_META_VERSION "io.modelcontextprotocol/protocolVersion"
#define MCP_META_CAPABILITIES "io.modelcontextprotocol/clientCapabilities"
#define MCP_META_CLIENT "io.modelcontextprotocol/clientInfo"
#define MCP_META_SERVER "io.modelcontextprotocol/serverInfo"

/* Error codes of JSON-RPC 2.0, and of the protocol (below -32019). */
enum mcp_code {
	MCP_PARSE_ERROR = -32700,
	MCP_INVALID_REQUEST = -32600,
	MCP_METHOD_NOT_FOUND = -32601,
	MCP_INVALID_PARAMS = -32602,
	MCP_INTERNAL_ERROR = -32603,
	MCP_HEADER_MISMATCH = -32020,
	MCP_UNSUPPORTED_VERSION = -32022,
};

/* A JSON-RPC error and the HTTP status that carries it; status 0 = there is none. */
struct mcp_error {
	int status;
	enum mcp_code code;
	const char *message;
	const char *data; /* a JSON value, or NULL */
};

enum mcp_era {
	MCP_LEGACY,
	MCP_MODERN
};

enum mcp_kind {
	MCP_INVALID,
	MCP_REQUEST,
	MCP_NOTIFICATION,
	MCP_RESPONSE
};

/* ---- message.c ---- */

struct mcp_message {
	enum mcp_kind kind;
	const json_t *id;     /* a string or an integer, of a request only */
	const char *method;   /* NULL in a response */
	const json_t *params; /* an object, or NULL */
};

/* What a JSON value is in JSON-RPC, by the narrower rules of MCP: ids are strings or
 * integers and never null, params are objects. */
struct mcp_message mcp_message_read(const json_t *value);

/* The member `name` of params._meta, or NULL. */
const json_t *mcp_message_meta(const struct mcp_message *message, const char *name);

/* Where the message belongs in the client's trace; absent unless _meta says so. */
struct text
mcp_message_traceparent(struct arena *arena, const struct mcp_message *message);

/* A string member of params, or NULL. */
const char *mcp_message_param(const struct mcp_message *message, const char *name);

/* ---- header.c ---- */

/* The headers that mirror the body; NULL when absent. */
struct mcp_headers {
	const char *version; /* MCP-Protocol-Version */
	const char *method;  /* Mcp-Method */
	const char *name;    /* Mcp-Name */
};

/* ---- era.c ---- */

/* The legacy revisions, newest first, ended by NULL. */
extern const char *const mcp_era_legacy_revisions[];

/* ["2026-07-28", …]: everything that is served, newest first. */
extern const char mcp_era_revisions_json[];

/* The era of a request; what speaks against serving it is put in *error. */
enum mcp_era mcp_era_of(struct arena *arena, const struct mcp_message *message,
	const struct mcp_headers *headers, struct mcp_error *error);

/* Whether a batch may be sent under this MCP-Protocol-Version header. */
bool mcp_era_has_batches(const char *version);

/* ---- exchanges and turns ---- */

struct mcp_exchange;
struct mcp_turn;
struct mcp_completion;

/* A call of an operation on behalf of a turn. */
struct mcp_question {
	const struct op *op;
	struct buffer input; /* one msgpack map */
	struct text idempotency_key;
	const char *uri;   /* of a resource */
	const char *value; /* its argument; "" without one */
	bool makes_image;  /* that counts among those of the member */
};

/* What becomes of the answer: the turn is answered, or asks on. */
typedef void mcp_asked(struct mcp_turn *turn, const struct message_reply *reply);

struct mcp_turn {
	struct mcp_exchange *exchange;
	struct mcp_message message;
	enum mcp_era era;
	const struct op *op;     /* of a call or a read that exists for the caller */
	struct text traceparent; /* of its _meta, or else of the HTTP request */
	const char *what;        /* what needs its scope: "The tool get_post" */
	struct mcp_question *question;     /* of a resource */
	struct mcp_completion *completion; /* of completion/complete */
	mcp_asked *asked;
	struct buffer out; /* the JSON-RPC answer; empty for notifications */
	int status;        /* HTTP, unless in a batch */
	enum problem problem;
	bool answered, waiting;
};

struct mcp_exchange {
	struct http_request *request;
	struct gateway *gateway;
	struct arena *arena;
	struct text request_id;
	struct principal principal;
	bool authenticated, resolving, gone;
	bool at_headers; /* the body has yet to come */
	bool stream;     /* the client takes nothing but an event stream */
	bool batch;
	struct mcp_turn *turns;
	size_t count, next;
	size_t answer_bytes;      /* of the turns before .next */
	struct limit_state limit; /* what is left of it, once something was taken */
	uint64_t invocation;      /* under way, for cancelling; 0 = none */
	const char *route;        /* the method, for the log; NULL = none that exists */
	const char *client; /* what the client calls itself; NULL = it did not say */
	int64_t started_us;
};

/* Takes an authenticated POST over, and answers it when its last turn has been answered. */
void mcp_exchange_start(struct mcp_exchange *exchange);

/* Goes on after a turn that answered later. */
void mcp_exchange_next(struct mcp_exchange *exchange);

/* ---- limit.c ---- */

/* Takes from the bucket of the client's member or address; false when it is empty, and then
 * 429 is the answer. */
bool mcp_limit_take(struct mcp_exchange *exchange, enum limit_class class);

/* The same for a body: of tool calls and of other messages, each from its own bucket. NULL
 * is a body that could not be read. */
bool mcp_limit_take_all(struct mcp_exchange *exchange, const json_t *body);

/* ---- methods.c ---- */

/* Carries a turn out; false when it will answer later (and then calls mcp_exchange_next). */
bool mcp_methods_run(struct mcp_turn *turn);

/* ---- ask.c ---- */

/* Calls an operation by the guards of every other surface, and answers false when `asked` will
 * run later; a turn that waits no longer goes on by itself. */
bool
mcp_ask(struct mcp_turn *turn, const struct mcp_question *question, mcp_asked *asked);

/* A question with one text of its input; without a name, with none. */
struct mcp_question mcp_ask_for(
	struct arena *arena, const struct op *op, const char *name, const char *value);

/* The answer of an operation as a JSON object, its texts without what a reader cannot see; false
 * when the service's answer cannot be read. */
bool mcp_ask_output(
	struct buffer *json, const struct op *op, const struct message_reply *reply);

/* ---- tools.c ---- */

/* The tools that the principal may call, most used first; `listed` has room for op_count. */
size_t mcp_tools_sorted(const struct op **listed, const struct principal *principal);

/* Writes [{"name": …}, …]: the tools that the principal may call, most used first. */
void mcp_tools_write(struct buffer *out, const struct principal *principal);

/* The operation behind a tool's name, or NULL; a tool for administrators does not exist for
 * anybody else. */
const struct op *mcp_tools_find(const char *name, const struct principal *principal);

/* Whether the principal's token may call the tool. The standing of the member is left to the
 * call, which can say what is wrong. */
bool mcp_tools_listed(const struct op *op, const struct principal *principal);

/* ---- schema.c ---- */

/* JSON Schema of a tool's arguments. */
void mcp_schema_input(struct buffer *out, const struct op *op);

/* JSON Schema of a tool's structuredContent: loose, for a field may be added any time. */
void mcp_schema_output(struct buffer *out, const struct op *op);

/* ---- call.c ---- */

/* Finds the tool of a tools/call turn. What the protocol or the token's scopes refuse is
 * answered at once (mcp_turn.answered), before anything is carried out. */
void mcp_call_prepare(struct mcp_turn *turn);

/* Carries a prepared tools/call out; false when it will answer later. */
bool mcp_call_run(struct mcp_turn *turn);

/* Answers a tools/call: with an object of JSON, with what an operation refused, or, when its
 * answer could not be read, with an internal error. */
void mcp_call_result(struct mcp_turn *turn, const struct buffer *json, bool replayed);
void mcp_call_problem(struct mcp_turn *turn, const struct message_reply *reply);
void mcp_call_broken(struct mcp_turn *turn);

/* ---- fetch.c ---- */

/* Carries out the tool `fetch`. */
bool mcp_fetch_run(struct mcp_turn *turn, const struct buffer *input);

/* ---- resources.c ---- */

/* The read that a URI means; false when there is no such resource for the principal. */
bool mcp_resources_find(struct arena *arena, const struct principal *principal,
	const char *uri, struct mcp_question *question);

/* The argument of a template such as kith://orgs/{slug}, or NULL when it is none of ours. */
const char *mcp_resources_argument(const char *template);

/* resources/list, resources/templates/list, and resources/read, which is prepared as a call is. */
bool mcp_resources_list(struct mcp_turn *turn);
bool mcp_resources_templates(struct mcp_turn *turn);
void mcp_resources_prepare(struct mcp_turn *turn);
bool mcp_resources_read(struct mcp_turn *turn);

/* ---- prompts.c ---- */

bool mcp_prompts_exist(const char *name);
bool mcp_prompts_takes(const char *name, const char *argument);

/* prompts/list and prompts/get. */
bool mcp_prompts_list(struct mcp_turn *turn);
bool mcp_prompts_get(struct mcp_turn *turn);

/* ---- completion.c ---- */

/* completion/complete. */
bool mcp_completion_run(struct mcp_turn *turn);

/* ---- extra.c ---- */

/* Whether a turn is for the conformance suite's own tools, resources and prompts, which only a test
 * build of the gateway has; then it is carried out here, and answered or not as by any method. */
bool mcp_extra_takes(const struct mcp_turn *turn);
bool mcp_extra_run(struct mcp_turn *turn);

/* A client's answer to a question, which only a test build asks. */
void mcp_extra_response(const struct mcp_exchange *exchange, const json_t *response);

/* ---- reply.c ---- */

/* Begins a result; its members follow, each begun with mcp_reply_member(). */
void mcp_reply_begin(struct mcp_turn *turn);
void mcp_reply_member(struct mcp_turn *turn, const char *name);
/* Ends the result with its _meta and answers the turn. */
void mcp_reply_end(struct mcp_turn *turn, bool replayed);

/* Answers the turn with an error, or with "invalid params". */
void mcp_reply_error(struct mcp_turn *turn, const struct mcp_error *error);
void mcp_reply_invalid(struct mcp_turn *turn, const char *message);

/* Lists have one page, so a cursor can only be of somebody else's making: answers whether it was
 * refused. */
bool mcp_reply_refuse_cursor(struct mcp_turn *turn);

/* How long and by whom a result may be kept; the legacy era does not know it. */
void mcp_reply_cache(struct mcp_turn *turn, int64_t ttl_ms, const char *scope);

/* {"name": "kith", …}, in short or in full. */
void mcp_reply_server_info(struct buffer *out, const char *base_url, bool full);

/* An error message; `id` NULL leaves the id out: null is no id. */
void mcp_reply_write_error(
	struct buffer *out, const json_t *id, const struct mcp_error *error);

/* ---- answer.c ---- */

/* Answers with a finished JSON body, or with none (NULL). */
void
mcp_answer_json(struct mcp_exchange *exchange, int status, const struct buffer *body);

/* Answers with a JSON-RPC error, its status as HTTP's; `id` may be NULL. */
void mcp_answer_error(
	struct mcp_exchange *exchange, const json_t *id, const struct mcp_error *error);

/* 401 with the challenge; PROBLEM_UNAUTHENTICATED or PROBLEM_INVALID_TOKEN. */
void mcp_answer_challenge(struct mcp_exchange *exchange, enum problem problem);

/* 403 insufficient_scope with the challenge, for a tool. */
void mcp_answer_scope(struct mcp_exchange *exchange, const struct mcp_turn *turn);

/* What HTTP refuses (405, 413, 429 and the like): the problem's status, and a JSON-RPC error. */
struct mcp_refusal {
	enum problem problem;
	const json_t *id;      /* of the request, if it is known */
	const char *message;   /* NULL = the problem's title */
	int64_t retry_after_s; /* 0 = no Retry-After */
};

void mcp_answer_refusal(struct mcp_exchange *exchange, const struct mcp_refusal *refusal);

/* 204 to OPTIONS. */
void mcp_answer_preflight(struct mcp_exchange *exchange);

/* The scopes of a 403 challenge: those held and the one that `op` needs, space-separated. */
const char *mcp_answer_scopes(struct arena *arena, const struct op *op, unsigned held);

#endif
