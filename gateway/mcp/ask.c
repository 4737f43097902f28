/*
 * ask.c - calls an operation for a tool, a resource or a completion.
 */
#include "gateway/mcp/ask.h"

#include <string.h>

#include "gateway/auth/auth.h"
#include "gateway/mcp/text.h"
#include "gateway/mcp/turn.h"
#include "gateway/ratelimit/limit.h"

/* A call in progress; lives in the arena of its exchange. */
struct asking {
	struct mcp_turn *turn;
	struct invocation invocation;
	struct loop_timer *timer; /* set while the call waits to be repeated */
	size_t times;             /* how often the call was repeated */
};

/* The delays before a call is repeated, while an equal one is still running. Only the
 * connection is held meanwhile; longer waits are left to the client. */
static const int64_t waits_ms[] = {100, 200, 400};

static void answered(void *data, const struct message_reply *reply);

/* The exchange has ended. */
static void
forget(void *data)
{
	struct asking *asking = data;

	if (asking->timer != NULL)
		loop_cancel(asking->turn->exchange->gateway->loop, asking->timer);
}

/* Repeats the call, and resumes the exchange when the answer is immediate. */
static void
ask_again(void *data)
{
	struct asking *asking = data;
	struct mcp_turn *turn = asking->turn;
	struct mcp_exchange *exchange = turn->exchange;

	asking->timer = NULL;
	if (exchange->gone)
		return; /* the exchange is being freed */
	turn->waiting = false;
	exchange->invocation =
		invoke(exchange->gateway, &asking->invocation, answered, asking);
	turn->waiting = !turn->answered;
	if (turn->answered)
		exchange->resume(exchange);
}

/* Whether to wait for an equal call that is in progress. Clients send equal calls at
 * once, because they know no idempotency keys. Batches do not wait, because their turns
 * run in sequence. */
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

/* The operation has answered; the turn may call another one. */
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

static struct message_reply
limit_reply(const char *detail, const struct limit_state *state)
{
	return (struct message_reply){.problem = PROBLEM_RATE_LIMITED,
		.detail = detail,
		.retry_after_s = state->reset_s};
}

/* Checks the rate limits of writes and of images, which REST and tools share. */
static struct message_reply
limit_refusal(struct mcp_exchange *exchange, const struct mcp_question *question)
{
	const struct principal *principal = &exchange->principal;
	struct limit_state state;

	if (op_is_write(question->op) &&
		!limit_take_for(exchange->gateway, LIMIT_WRITE, principal, &state))
		return limit_reply("You have changed as much as you may in a minute; "
				   "nothing was done",
			&state);
	if (question->makes_image &&
		!limit_take_for(exchange->gateway, LIMIT_IMAGE, principal, &state))
		return limit_reply(
			"You have set as many images as you may for now", &state);
	return (struct message_reply){.problem = PROBLEM_NONE};
}

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
		reply = limit_refusal(exchange, question);
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
