/*
 * turn.h - an HTTP request to the tool server (an exchange), and the messages in it (turns).
 *
 * A request has one turn, or several in a batch. Each file of the room has a header; they depend on
 * each other in this order, from the top:
 *
 *     mcp.c        origin, credential, media types
 *     exchange.c   the body: messages, eras, one turn after the other
 *     limit.c      how many messages a client may send
 *     methods.c    initialize, server/discover, ping, tools/list
 *     call.c       tools/call, fetch.c the tool `fetch`, result.c their results
 *     resources.c  resources/list and resources/read
 *     completion.c completion/complete
 *     prompts.c    prompts/list and prompts/get
 *     extra.c      the tools of a test build
 *     ask.c        calls an operation for a turn
 *     tools.c      the list of tools, schema.c its schemas
 *     era.c        the era of a request
 *     answer.c     answers over HTTP, reply.c results and errors as JSON
 *     message.c    JSON-RPC, text.c texts without invisible characters
 */
#ifndef KITH_GATEWAY_MCP_TURN_H
#define KITH_GATEWAY_MCP_TURN_H

#include "common/wire/wire.h"
#include "gateway/core/invoke/invoke.h"
#include "gateway/mcp/message.h"
#include "gateway/ratelimit/limit.h"

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
	/* Runs the next turns, once one that had to wait is answered. */
	void (*resume)(struct mcp_exchange *exchange);
	int64_t started_us;
};

#endif
