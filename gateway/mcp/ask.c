/*
 * ask.c - the operations that a turn needs: one for a tool, a resource or a completion.
 */
#include "gateway/mcp/ask.h"

#include <string.h>

#include "gateway/auth/auth.h"
#include "gateway/mcp/text.h"
#include "gateway/mcp/turn.h"
#include "gateway/ratelimit/limit.h"

/* A question under way; lives in the arena of its exchange. */
struct asking {
	struct mcp_turn *turn;
	struct invocation invocation;
	struct loop_timer *timer; /* set while it waits to be asked again */
	size_t times;             /* that it was asked again */
};

/* How long to wait for the first of two equal calls, each time that it is still running. Nothing
 * but the client's connection is held meanwhile; what takes longer than all of it is left to the
 * client. */
static const int64_t waits_ms[] = {100, 200, 400};

static void answered(void *data, const struct message_reply *reply);

/* The exchange is over. */
static void
forget(void *data)
{
	struct asking *asking = data;

	if (asking->timer != NULL)
		loop_cancel(asking->turn->exchange->gateway->loop, asking->timer);
}

/* Asks once more, and goes on with the exchange where the answer is there at once. */
static void
ask_again(void *data)
{
	struct asking *asking = data;
	struct mcp_turn *turn = asking->turn;
	struct mcp_exchange *exchange = turn->exchange;

	asking->timer = NULL;
	if (exchange->gone)
		return; /* its memory will follow */
	turn->waiting = false;
	exchange->invocation =
		invoke(exchange->gateway, &asking->invocation, answered, asking);
	turn->waiting = !turn->answered;
	if (turn->answered)
		exchange->resume(exchange);
}

/* Whether the answer is to be waited for: that of an equal call, which a client may well send at
 * the same time, as it knows of no key. The turns of a batch would wait one after the other. */
static bool
wait_for_twin(struct asking *asking, enum problem problem)
{
	const struct mcp_exchange *exchange = asking->turn->exchange;

	if (problem != PROBLEM_IDEMPOTENCY_IN_PROGRESS || exchange->batch ||
		asking->invocation.idempotency_key.presence != GIVEN ||
		asking->times == COUNT_OF(waits_ms))
		return false;
	if (asking->times == 0)
		arena_on_done(exchange->arena, forget, asking);
	asking->timer = loop_after(
		exchange->gateway->loop, waits_ms[asking->times++], ask_again, asking);
	return true;
}

/* The operation has answered. A turn may go on to ask another one. */
static void
answered(void *data, const struct message_reply *reply)
{
	struct asking *asking = data;
	struct mcp_turn *turn = asking->turn;
	const bool waited = turn->waiting;

	turn->exchange->invocation = 0;
	if (wait_for_twin(asking, reply->problem))
		return;
	turn->asked(turn, reply);
	if (waited && turn->answered)
		turn->exchange->resume(turn->exchange);
}

/* A member may have so many images made, by tools as by REST. */
static struct message_reply
image_refusal(struct mcp_exchange *exchange, const struct mcp_question *question)
{
	struct limit_state state;

	if (!question->makes_image ||
		limit_take_for(
			exchange->gateway, LIMIT_IMAGE, &exchange->principal, &state))
		return (struct message_reply){.problem = PROBLEM_NONE};
	return (struct message_reply){.problem = PROBLEM_RATE_LIMITED,
		.detail = "you have set as many images as you may for now",
		.retry_after_s = state.reset_s};
}

/* Calls an operation by the same guards as every other surface. */
bool
mcp_ask(struct mcp_turn *turn, const struct mcp_question *question, mcp_asked *asked)
{
	struct mcp_exchange *exchange = turn->exchange;
	enum problem refused = auth_guard(question->op, &exchange->principal);
	struct asking *asking = arena_alloc(exchange->arena, sizeof(*asking));
	struct message_reply reply;

	*asking = (struct asking){
		.turn = turn,
		.invocation =
			{
				.arena = exchange->arena,
				.op = question->op,
				.principal = exchange->principal,
				.request_id = exchange->request_id,
				.traceparent = turn->traceparent,
				.idempotency_key = question->idempotency_key,
				.input = question->input.data,
				.input_size = question->input.size,
				.id = &exchange->invocation,
			},
	};
	turn->asked = asked;
	turn->waiting = false;
	if (refused != PROBLEM_NONE)
		reply = auth_refusal(
			exchange->arena, question->op, &exchange->principal, refused);
	else
		reply = image_refusal(exchange, question);
	if (reply.problem != PROBLEM_NONE) {
		answered(asking, &reply);
		return turn->answered;
	}
	asking->invocation.principal.via = VIA_TOOL;
	exchange->invocation =
		invoke(exchange->gateway, &asking->invocation, answered, asking);
	turn->waiting = !turn->answered;
	return turn->answered;
}

/* A question with one text of its input. */
struct mcp_question
mcp_ask_for(struct arena *arena, const struct op *op, const char *name, const char *value)
{
	struct mcp_question question = {.op = op, .input = {.arena = arena}};

	wire_map(&question.input, name != NULL ? 1 : 0);
	if (name != NULL) {
		wire_cstring(&question.input, name);
		wire_cstring(&question.input, value);
	}
	return question;
}

/* The answer of the operation as a JSON object, without what a reader cannot see. */
bool
mcp_ask_output(
	struct buffer *json, const struct op *op, const struct message_reply *reply)
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
