/*
 * exchange.c - the body of a POST: one message, or a batch.
 *
 * Refusals by HTTP (a rate limit, a missing scope) are checked for all messages before
 * the first one runs, so that a refused batch has no effects. Turns run in the order
 * sent, one after the other.
 */
#include "gateway/mcp/exchange.h"

#include <string.h>

#include "gateway/auth/auth.h"
#include "gateway/core/observe/access.h"
#include "gateway/core/request/json_body.h"
#include "gateway/mcp/answer.h"
#include "gateway/mcp/call.h"
#include "gateway/mcp/era.h"
#include "gateway/mcp/extra.h"
#include "gateway/mcp/header.h"
#include "gateway/mcp/limit.h"
#include "gateway/mcp/message.h"
#include "gateway/mcp/methods.h"
#include "gateway/mcp/protocol.h"
#include "gateway/mcp/reply.h"
#include "gateway/mcp/resources.h"
#include "gateway/mcp/text.h"
#include "gateway/mcp/turn.h"

/* The remaining turns of a batch are not run once its answers exceed this: the largest
 * batch of the largest pages would fill the memory of the process. */
#define BATCH_ANSWER_BYTES_MAX ((size_t)1024 * 1024)

static void
refuse(struct mcp_exchange *exchange, enum mcp_code code, const char *message)
{
	struct mcp_error error = {.status = 400, .code = code, .message = message};

	mcp_answer_error(exchange, NULL, &error);
}

/* The answers of a batch as an array; false when there are none. */
static bool
gather(const struct mcp_exchange *exchange, struct buffer *out)
{
	for (size_t at = 0; at < exchange->count; at++) {
		const struct buffer *answer = &exchange->turns[at].out;

		if (answer->size == 0)
			continue;
		json_put_raw(out, out->size == 0 ? "[" : ",");
		buffer_append(out, answer->data, answer->size);
	}
	if (out->size == 0)
		return false;
	json_put_raw(out, "]");
	return true;
}

/* All turns are answered. */
static void
finish(struct mcp_exchange *exchange)
{
	struct buffer answers = {.arena = exchange->arena};

	if (!exchange->batch) {
		mcp_answer_json(
			exchange, exchange->turns[0].status, &exchange->turns[0].out);
	} else if (gather(exchange, &answers)) {
		mcp_answer_json(exchange, 200, &answers);
	} else {
		mcp_answer_json(exchange, 202, NULL);
	}
}

/* Runs a turn, unless the batch is full; false when it answers later. */
static bool
run_turn(struct mcp_turn *turn)
{
	struct mcp_error full = {
		.status = 200,
		.code = MCP_INVALID_REQUEST,
		.message = "The answers before this one fill the batch, so this was not "
			   "carried out: send it by itself",
	};

	if (turn->exchange->answer_bytes <= BATCH_ANSWER_BYTES_MAX)
		return mcp_methods_run(turn);
	mcp_reply_error(turn, &full);
	return true;
}

/* Runs turns until one answers later. The credential may end while a batch runs. */
static void
run_turns(struct mcp_exchange *exchange)
{
	for (; exchange->next < exchange->count; exchange->next++) {
		struct mcp_turn *turn = &exchange->turns[exchange->next];

		if (!turn->answered && !auth_is_fresh(exchange->authenticated_ms)) {
			exchange->authenticate(exchange);
			return;
		}
		if (!turn->answered && !run_turn(turn))
			return;
		exchange->answer_bytes += turn->out.size;
	}
	finish(exchange);
}

/* Notes the client's name, for the log. */
static void
note_client(struct mcp_exchange *exchange, const struct mcp_message *message)
{
	const json_t *info = mcp_message_meta(message, MCP_META_CLIENT);
	const char *name;

	if (info == NULL)
		info = json_object_get(message->params, "clientInfo");
	name = json_string_value(json_object_get(info, "name"));
	if (name != NULL)
		exchange->client = mcp_text_excerpt(exchange->arena, name);
}

/* Finds the operation of a turn; NULL when it has none, or is refused. */
static const struct op *
prepare(struct mcp_turn *turn)
{
	if (mcp_extra_takes(turn))
		return NULL;
	if (strcmp(turn->message.method, "tools/call") == 0)
		mcp_call_prepare(turn);
	else if (strcmp(turn->message.method, "resources/read") == 0)
		mcp_resources_prepare(turn);
	return turn->answered ? NULL : turn->op;
}

/* Notes the trace of a turn: the message's own precedes that of the HTTP request. The
 * log line has the trace of the first message. */
static void
note_trace(struct mcp_turn *turn)
{
	struct http_request *request = turn->exchange->request;

	turn->traceparent =
		mcp_message_traceparent(turn->exchange->arena, &turn->message);
	if (turn->traceparent.presence != GIVEN)
		turn->traceparent = traceparent_of(request);
	else if (turn == turn->exchange->turns)
		request->traceparent = turn->traceparent;
}

/* Prepares all turns before the first one runs; false when HTTP refuses the request. */
static bool
admit(struct mcp_exchange *exchange)
{
	for (size_t at = 0; at < exchange->count; at++) {
		struct mcp_turn *turn = &exchange->turns[at];

		note_trace(turn);
		if (turn->answered || prepare(turn) == NULL)
			continue;
		if (!exchange->batch)
			exchange->route = turn->message.method;
		if (auth_guard(turn->op, &exchange->principal) ==
			PROBLEM_INSUFFICIENT_SCOPE) {
			mcp_answer_scope(exchange, turn);
			return false;
		}
	}
	return true;
}

static void
run(struct mcp_exchange *exchange)
{
	if (admit(exchange))
		run_turns(exchange);
}

static struct mcp_turn *
turns_new(struct mcp_exchange *exchange, size_t count)
{
	struct mcp_turn *turns = arena_array(exchange->arena, count, sizeof(*turns));

	for (size_t at = 0; at < count; at++) {
		turns[at].exchange = exchange;
		turns[at].out.arena = exchange->arena;
	}
	exchange->turns = turns;
	exchange->count = count;
	return turns;
}

/* Reads an element of a batch, which is legacy and cannot be the handshake. */
static bool
read_element(struct mcp_turn *turn, const json_t *element)
{
	struct mcp_error error = {.status = 200, .code = MCP_INVALID_REQUEST};

	turn->message = mcp_message_read(element);
	if (mcp_message_meta(&turn->message, MCP_META_VERSION) != NULL)
		return false;
	if (turn->message.kind == MCP_INVALID)
		error.message = "This element of the batch is not a JSON-RPC message";
	else if (turn->message.kind != MCP_REQUEST)
		turn->answered = true;
	else if (strcmp(turn->message.method, "initialize") == 0)
		error.message = "initialize cannot be part of a batch";
	if (error.message != NULL)
		mcp_reply_error(turn, &error);
	return true;
}

/* Starts a batch, which only one legacy revision allows. */
static void
start_batch(struct mcp_exchange *exchange, const json_t *elements)
{
	const char *version = mcp_header_trim(
		exchange->arena, http_header(exchange->request, "MCP-Protocol-Version"));
	size_t count = json_array_size(elements);
	struct mcp_turn *turns;

	if (!mcp_era_has_batches(version)) {
		refuse(exchange, MCP_INVALID_REQUEST,
			"This protocol version has no batches");
		return;
	}
	if (count == 0 || count > MCP_BATCH_MAX) {
		refuse(exchange, MCP_INVALID_REQUEST, "A batch has 1 to 50 messages");
		return;
	}
	exchange->batch = true;
	exchange->route = "batch";
	turns = turns_new(exchange, count);
	for (size_t at = 0; at < count; at++) {
		if (read_element(&turns[at], json_array_get(elements, at)))
			continue;
		refuse(exchange, MCP_INVALID_REQUEST,
			"A batch cannot hold requests of revision " MCP_MODERN_REVISION);
		return;
	}
	run(exchange);
}

static void
start_message(struct mcp_exchange *exchange, const json_t *value)
{
	const struct http_request *request = exchange->request;
	struct arena *arena = exchange->arena;
	struct mcp_message message = mcp_message_read(value);
	struct mcp_error error;
	struct mcp_headers headers;
	enum mcp_era era;
	struct mcp_turn *turn;

	note_client(exchange, &message);
	if (message.kind == MCP_INVALID) {
		refuse(exchange, MCP_INVALID_REQUEST,
			"The body is not a JSON-RPC message");
		return;
	}
	if (message.kind == MCP_RESPONSE)
		mcp_extra_response(exchange, value);
	if (message.kind != MCP_REQUEST) {
		mcp_answer_json(exchange, 202, NULL);
		return;
	}
	headers = (struct mcp_headers){
		.version = mcp_header_trim(
			arena, http_header(request, "MCP-Protocol-Version")),
		.method = mcp_header_trim(arena, http_header(request, "Mcp-Method")),
		.name = mcp_header_trim(arena, http_header(request, "Mcp-Name")),
	};
	era = mcp_era_of(arena, &message, &headers, &error);
	if (error.status != 0) {
		mcp_answer_error(exchange, message.id, &error);
		return;
	}
	turn = turns_new(exchange, 1);
	turn->message = message;
	turn->era = era;
	run(exchange);
}

void
mcp_exchange_start(struct mcp_exchange *exchange)
{
	const struct http_request *request = exchange->request;
	const char *fault = NULL;
	const json_t *body = json_body(request, &fault);

	exchange->resume = run_turns;
	if (!mcp_limit_take_all(exchange, body))
		return;
	if (body == NULL) {
		refuse(exchange, MCP_PARSE_ERROR,
			arena_printf(exchange->arena,
				"The body cannot be read as JSON: %s", fault));
	} else if (json_is_array(body)) {
		start_batch(exchange, body);
	} else {
		start_message(exchange, body);
	}
}
