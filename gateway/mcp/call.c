/*
 * call.c - tools/call: a tool's arguments are an operation's input, and its result is
 * the operation's answer, once as data and once as text.
 *
 * A problem of the operation is a result too (isError), as a model can read and mend it;
 * JSON-RPC errors are left to what only a program can mend. Clients send a call whose answer
 * got lost again under a new id, so writes carry an idempotency key made of the call itself.
 */
#include <string.h>

#include "common/secret/secret.h"
#include "common/wire/wire.h"
#include "gateway/admit/auth.h"
#include "gateway/admit/limit.h"
#include "gateway/mcp/inside.h"

/* For a common answer as msgpack and as JSON. */
#define SCRATCH_BYTES ((size_t)8 * 1024)

static void
fail(struct mcp_turn *turn, enum mcp_code code, const char *message)
{
	mcp_reply_error(turn,
		&(struct mcp_error){.status = 200, .code = code, .message = message});
}

/* Finds the tool of a tools/call turn. */
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
	if (turn->op == NULL) {
		fail(turn, MCP_INVALID_PARAMS,
			arena_printf(exchange->arena, "Unknown tool: %s",
				mcp_text_excerpt(exchange->arena, name)));
	} else if (arguments != NULL && !json_is_object(arguments)) {
		fail(turn, MCP_INVALID_PARAMS, "params.arguments must be an object");
	}
}

/* One content item of type text. `size` bytes are cleaned of what a reader cannot see. */
static void
put_content(struct mcp_turn *turn, const struct buffer *text)
{
	char *clean = arena_alloc(turn->exchange->arena, text->size + 1);
	size_t size = mcp_text_strip(clean, (const char *)text->data, text->size);

	mcp_reply_member(turn, "content");
	json_put_raw(&turn->out, "[{\"type\":\"text\",\"text\":");
	json_put_string(&turn->out, clean, size);
	json_put_raw(&turn->out, "}]");
}

/* The answer of the operation as a JSON object; false when it is broken. */
static bool
write_output(struct buffer *json, const struct op *op, const struct message_reply *reply)
{
	struct buffer clean = {.arena = json->arena};
	bool whole;

	if (op->shape == SHAPE_NONE) {
		json_put_raw(json, "{\"ok\":true}");
		return true;
	}
	if (!mcp_text_clean(&clean, reply->output, reply->output_size))
		return false;
	if (op->shape != SHAPE_ARRAY)
		return json_from_wire(json, clean.data, clean.size);
	json_put_raw(json, "{\"items\":");
	whole = json_from_wire(json, clean.data, clean.size);
	json_put_raw(json, ",\"nextCursor\":");
	if (reply->next_cursor != NULL)
		json_put_string(json, reply->next_cursor, strlen(reply->next_cursor));
	else
		json_put_raw(json, "null");
	json_put_raw(json, "}");
	return whole;
}

/* A result with data, or an internal error when the service's answer cannot be read. */
static void
put_result(struct mcp_turn *turn, const struct message_reply *reply)
{
	/* What the answer is made of goes with this; the answer itself waits for its client. */
	struct arena *scratch = arena_new(SCRATCH_BYTES);
	struct buffer json = {.arena = scratch};

	if (!write_output(&json, turn->op, reply)) {
		arena_free(scratch);
		turn->problem = PROBLEM_INTERNAL_ERROR;
		fail(turn, MCP_INTERNAL_ERROR, problems[PROBLEM_INTERNAL_ERROR].title);
		return;
	}
	mcp_reply_begin(turn);
	put_content(turn, &json);
	mcp_reply_member(turn, "structuredContent");
	buffer_append(&turn->out, json.data, json.size);
	mcp_reply_end(turn, reply->replayed);
	arena_free(scratch);
}

/* A result that says what went wrong, what would mend it, and the problem document. */
static void
put_problem(struct mcp_turn *turn, const struct message_reply *reply)
{
	struct mcp_exchange *exchange = turn->exchange;
	struct buffer text = {.arena = exchange->arena};
	struct message_reply cured = *reply;

	problem_cure(exchange->arena, turn->op, true, &cured);
	problem_sentence(&text, &cured);
	json_put_raw(&text, "\n");
	problem_document(&text, &cured, exchange->request->path, exchange->request_id);
	mcp_reply_begin(turn);
	put_content(turn, &text);
	mcp_reply_member(turn, "isError");
	json_put_raw(&turn->out, "true");
	mcp_reply_end(turn, false);
}

/* The operation has answered. */
static void
call_done(void *data, const struct message_reply *reply)
{
	struct mcp_turn *turn = data;

	turn->exchange->invocation = 0;
	turn->problem = reply->problem;
	if (reply->problem == PROBLEM_NONE)
		put_result(turn, reply);
	else
		put_problem(turn, reply);
	if (turn->waiting)
		mcp_exchange_next(turn->exchange);
}

/* The arguments in one spelling: members sorted, no white space. */
static void
put_canonical(struct buffer *out, const json_t *arguments)
{
	size_t flags = JSON_COMPACT | JSON_SORT_KEYS;
	size_t size = arguments != NULL ? json_dumpb(arguments, NULL, 0, flags) : 0;
	uint8_t *room = buffer_reserve(out, size + 1);

	if (size > 0)
		out->size += json_dumpb(arguments, (char *)room, size, flags);
}

/* What makes a repeated write the same one: who, through which client, what, with what. */
static struct text
replay_key(const struct mcp_turn *turn, const json_t *arguments)
{
	const struct principal *principal = &turn->exchange->principal;
	struct arena *arena = turn->exchange->arena;
	struct buffer identity = {.arena = arena};
	uint8_t hash[HASH_SIZE];

	buffer_append(
		&identity, principal->member.bytes, sizeof(principal->member.bytes));
	if (principal->client.presence == GIVEN) {
		buffer_append(
			&identity, principal->client.data, principal->client.size + 1);
	} else {
		buffer_append(&identity, principal->credential.bytes,
			sizeof(principal->credential.bytes));
	}
	buffer_append(&identity, turn->op->tool.name, strlen(turn->op->tool.name) + 1);
	if (arguments != NULL && json_object_size(arguments) > 0)
		put_canonical(&identity, arguments);
	secret_hash(identity.data, identity.size, hash);
	return arena_text(arena,
		arena_printf(arena, "tool:%s", hex_encode(arena, hash, HASH_SIZE)));
}

/* Whether the member may have another image made, as the tool would. */
static bool
within_images(struct mcp_turn *turn, const json_t *arguments)
{
	struct mcp_exchange *exchange = turn->exchange;
	struct limit_state state;
	struct message_reply refusal = {.problem = PROBLEM_RATE_LIMITED,
		.detail = "you have set as many images as you may for now"};

	if (turn->op->image == IMAGE_NONE ||
		json_is_true(json_object_get(arguments, "remove")) ||
		limit_take_for(
			exchange->gateway, LIMIT_IMAGE, &exchange->principal, &state))
		return true;
	refusal.retry_after_s = state.reset_s;
	call_done(turn, &refusal);
	return false;
}

/* Carries a prepared tools/call out. */
bool
mcp_call_run(struct mcp_turn *turn)
{
	struct mcp_exchange *exchange = turn->exchange;
	enum problem refused = auth_guard(turn->op, &exchange->principal);
	const json_t *arguments;
	struct buffer input;
	struct invocation invocation;

	if (refused != PROBLEM_NONE) {
		struct message_reply reply =
			auth_refusal(exchange->arena, turn->op, refused);

		call_done(turn, &reply);
		return true;
	}
	arguments = json_object_get(turn->message.params, "arguments");
	if (!within_images(turn, arguments))
		return true;
	input = (struct buffer){.arena = exchange->arena};
	if (arguments != NULL)
		json_to_wire(&input, arguments);
	else
		wire_map(&input, 0);
	invocation = (struct invocation){
		.arena = exchange->arena,
		.op = turn->op,
		.principal = exchange->principal,
		.request_id = exchange->request_id,
		.input = input.data,
		.input_size = input.size,
		.id = &exchange->invocation,
	};
	invocation.principal.via = VIA_TOOL;
	if (!turn->op->tool.read_only && !turn->op->tool.idempotent)
		invocation.idempotency_key = replay_key(turn, arguments);
	exchange->invocation = invoke(exchange->gateway, &invocation, call_done, turn);
	turn->waiting = !turn->answered;
	return turn->answered;
}
