/*
 * turn.h - an HTTP request to the tool server (an exchange), and the messages in it
 * (turns).
 *
 * A request has one turn, or several in a batch. Each file of the room has a header;
 * they depend on each other in this order, from the top:
 *
 *     mcp.c        origin, credential, media types
 *     exchange.c   the body: messages, eras, one turn after the other
 *     limit.c      how many messages a client may send
 *     methods.c    initialize, server/discover, ping, tools/list
 *     call.c       tools/call, fetch.c the tool `fetch`, result.c their results,
 *                  arguments.c their arguments, lean.c the rows of lists,
 *                  notes.c the sentences beside a result, elicit.c the page where
 *                  the member approves
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
#include "gateway/mcp/tools.h"
#include "gateway/ratelimit/limit.h"

struct mcp_exchange;
struct mcp_turn;
struct mcp_completion;

/* A call of an operation for a turn. */
struct mcp_question {
	const struct op *op;
	struct buffer input; /* one msgpack map */
	struct text idempotency_key;
	const char *uri;   /* the URI of a resource */
	const char *value; /* the argument in the URI; "" = none */
	bool makes_image;  /* the call counts against the rate limit of images */
};

/* Handles a reply: answers the turn, or calls again. */
typedef void mcp_asked(struct mcp_turn *turn, const struct message_reply *reply);

struct mcp_turn {
	struct mcp_exchange *exchange;
	struct mcp_message message;
	enum mcp_era era;
	const struct op
		*op; /* the operation of a call or a read that the caller may see */
	struct text traceparent;       /* from `_meta`, or else from the HTTP request */
	const char *what;              /* the name in a refusal, "The tool get_post" */
	struct mcp_question *question; /* the URI of a resource */
	struct mcp_completion *completion; /* of completion/complete */
	mcp_asked *asked;
	struct buffer out; /* the JSON-RPC answer; empty for notifications */
	int status;        /* the HTTP status; unused in a batch */
	enum problem problem;
	bool answered, waiting;
	bool full; /* rows of a list have all their fields */
};

struct mcp_exchange {
	struct http_request *request;
	struct gateway *gateway;
	struct arena *arena;
	struct text request_id;
	struct principal principal;
	bool authenticated, resolving, gone;
	int64_t authenticated_ms;
	bool at_headers; /* the body is not read yet */
	bool stream;     /* the client accepts only an event stream */
	bool batch;
	struct mcp_turn *turns;
	size_t count, next;
	size_t answer_bytes;      /* the size of the answers before .next */
	struct limit_state limit; /* the rate limit, once a token was taken */
	uint64_t invocation;      /* the call in progress; 0 = none */
	enum tool_set tools;      /* the tools that the address names */
	bool tools_unknown;       /* the address names a set that does not exist */
	const char *route;        /* the method, for the log; NULL = unknown */
	const char *client;       /* the client's name; NULL = not declared */
	/* Runs the remaining turns, after one that answered later. */
	void (*resume)(struct mcp_exchange *exchange);
	/* Looks the credential up. Then resumes, or refuses the request. */
	void (*authenticate)(struct mcp_exchange *exchange);
	int64_t started_us;
};

#endif
