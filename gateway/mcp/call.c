/*
 * call.c - tools/call: a tool's arguments are an operation's input.
 *
 * A problem of the operation is a result (isError), because a model can read it and
 * correct the call. JSON-RPC errors are for faults that only a program can correct.
 *
 * Clients repeat a call whose answer was lost under a new id. So a call that creates
 * something carries an idempotency key derived from the call itself. Idempotent
 * operations carry none: in join, leave, join the third call must not be taken for the
 * first. A requestKey makes any tool that writes run once a day.
 */
#include "gateway/mcp/call.h"

#include <string.h>

#include "common/secret/secret.h"
#include "gateway/mcp/arguments.h"
#include "gateway/mcp/ask.h"
#include "gateway/mcp/elicit.h"
#include "gateway/mcp/fetch.h"
#include "gateway/mcp/message.h"
#include "gateway/mcp/protocol.h"
#include "gateway/mcp/reply.h"
#include "gateway/mcp/result.h"
#include "gateway/mcp/text.h"
#include "gateway/mcp/tools.h"
#include "gateway/mcp/turn.h"
#include "proto/gateway.h"
#include "proto/identity/approvals.h"

/* Enough for a common answer as msgpack and as JSON. */
#define SCRATCH_BYTES ((size_t)8 * 1024)

static void
fail(struct mcp_turn *turn, enum mcp_code code, const char *message)
{
	mcp_reply_error(turn,
		&(struct mcp_error){.status = 200, .code = code, .message = message});
}

/* Refuses a tool that the member or the address leaves out: names the choice, and the
 * place where it can be changed. Clears the operation of the turn. */
static void
check_chosen(struct mcp_turn *turn)
{
	const struct mcp_exchange *exchange = turn->exchange;
	const char *name = turn->op->tool.name;
	const char *base = exchange->gateway->config->base_url.data;

	switch (mcp_tools_limit(turn->op, &exchange->principal, exchange->tools)) {
	case MCP_TOOL_LISTED:
		return;
	case MCP_TOOL_NOT_IN_APP:
		fail(turn, MCP_INVALID_PARAMS,
			arena_printf(exchange->arena,
				"The member has limited this app to the everyday tools, "
				"and %s is not one of them. The member can choose all "
				"tools for it at %s" APPS_PAGE,
				name, base));
		break;
	case MCP_TOOL_NOT_IN_ADDRESS:
		fail(turn, MCP_INVALID_PARAMS,
			arena_printf(exchange->arena,
				"The address of this connection ends in %s, which leaves "
				"out %s. All tools are at %s/mcp",
				tool_set_query(exchange->tools), name, base));
		break;
	}
	turn->op = NULL;
}

void
mcp_call_prepare(struct mcp_turn *turn)
{
	struct mcp_exchange *exchange = turn->exchange;
	const char *name = mcp_message_param(&turn->message, "name");
	const json_t *arguments = json_object_get(turn->message.params, "arguments");

	if (name == NULL) {
		fail(turn, MCP_INVALID_PARAMS, "params.name must be the name of a tool");
		return;
	}
	turn->op = mcp_tools_find(name, &exchange->principal);
	if (turn->op != NULL)
		check_chosen(turn);
	if (turn->answered)
		return;
	if (turn->op == NULL) {
		fail(turn, MCP_INVALID_PARAMS,
			arena_printf(exchange->arena, "Unknown tool: %s",
				mcp_text_excerpt(exchange->arena, name)));
	} else if (arguments != NULL && !json_is_object(arguments)) {
		fail(turn, MCP_INVALID_PARAMS, "params.arguments must be an object");
	} else {
		turn->what =
			arena_printf(exchange->arena, "The tool %s", turn->op->tool.name);
	}
}

/* Nothing was done: the result is the approval for which the request waits, or its page
 * if the client can open it. */
static void
await_approval(struct mcp_turn *turn, const struct message_reply *reply)
{
	struct arena *arena = turn->exchange->arena;
	struct buffer json = {.arena = arena};
	const char *fault = NULL;

	turn->problem = reply->problem;
	if (!mcp_ask_output(&json, &op_me_approval_get, reply))
		mcp_result_broken(turn);
	else if (mcp_elicit_can(turn))
		mcp_elicit_approval(
			turn, json_parse(arena, json.data, json.size, &fault));
	else
		mcp_result_object(turn, &json, reply);
}

/* The operation has answered. Intermediate forms are freed with the scratch arena; only
 * the answer waits for its client. */
static void
call_done(struct mcp_turn *turn, const struct message_reply *reply)
{
	struct arena *scratch;
	struct buffer json;

	if (reply->problem == PROBLEM_AWAITING_APPROVAL) {
		await_approval(turn, reply);
		return;
	}
	if (reply->problem != PROBLEM_NONE) {
		mcp_result_problem(turn, reply);
		return;
	}
	scratch = arena_new(SCRATCH_BYTES);
	json = (struct buffer){.arena = scratch};
	if (mcp_ask_output(&json, turn->op, reply))
		mcp_result_object(turn, &json, reply);
	else
		mcp_result_broken(turn);
	arena_free(scratch);
}

/* The arguments in canonical form: members sorted, no white space. */
static void
put_canonical(struct buffer *out, const json_t *arguments)
{
	size_t flags = JSON_COMPACT | JSON_SORT_KEYS;
	size_t size = json_dumpb(arguments, NULL, 0, flags);
	uint8_t *room = buffer_reserve(out, size + 1);

	out->size += json_dumpb(arguments, (char *)room, size, flags);
}

/* Adds the caller: the member, and its client or credential. */
static void
put_caller(struct buffer *out, const struct principal *principal)
{
	buffer_append(out, principal->member.bytes, sizeof(principal->member.bytes));
	if (principal->client.presence == GIVEN)
		buffer_append(out, principal->client.data, principal->client.size + 1);
	else
		buffer_append(out, principal->credential.bytes,
			sizeof(principal->credential.bytes));
}

/* The idempotency key of a call: the caller, the tool, and the client's key, or else the
 * arguments. An answer under a client's key is kept for a day, and one under arguments
 * for a minute (common/run/idempotency.c). Absent for a tool that may run again. */
static struct text
replay_key(const struct mcp_turn *turn, const struct mcp_tool_in *in,
	const json_t *arguments)
{
	const struct tool *tool = &turn->op->tool;
	const bool keyed = in->request_key.presence == GIVEN;
	struct arena *arena = turn->exchange->arena;
	struct buffer identity = {.arena = arena};
	uint8_t hash[HASH_SIZE];

	if (tool->read_only || (tool->idempotent && !keyed))
		return (struct text){.presence = ABSENT};
	put_caller(&identity, &turn->exchange->principal);
	buffer_append(&identity, tool->name, strlen(tool->name) + 1);
	if (keyed)
		buffer_append(&identity, in->request_key.data, in->request_key.size);
	else if (json_object_size(arguments) > 0)
		put_canonical(&identity, arguments);
	secret_hash(identity.data, identity.size, hash);
	return arena_text(arena,
		arena_printf(arena, "%s:%s", keyed ? "request" : "tool",
			hex_encode(arena, hash, HASH_SIZE)));
}

static bool
refuse(struct mcp_turn *turn, struct fault *faults)
{
	const struct message_reply reply = {
		.problem = PROBLEM_VALIDATION_FAILED, .faults = faults};

	mcp_result_problem(turn, &reply);
	return true;
}

bool
mcp_call_run(struct mcp_turn *turn)
{
	struct arena *arena = turn->exchange->arena;
	json_t *arguments =
		mcp_arguments_read(arena, mcp_arguments_record(arena, turn->op),
			json_object_get(turn->message.params, "arguments"));
	struct mcp_question question = {.op = turn->op, .input = {.arena = arena}};
	struct mcp_tool_in in;
	struct fault *faults = mcp_arguments_take(arena, turn->op, arguments, &in);

	if (faults != NULL)
		return refuse(turn, faults);
	turn->full = in.detail.presence == GIVEN;
	json_to_wire(&question.input, arguments);
	if (turn->op == &op_fetch)
		return mcp_fetch_run(turn, &question.input);
	question.idempotency_key = replay_key(turn, &in, arguments);
	question.makes_image = turn->op->image.source != IMAGE_NONE &&
		!json_is_true(json_object_get(arguments, "remove"));
	return mcp_ask(turn, &question, call_done);
}
