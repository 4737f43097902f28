/*
 * invoke.c - carries out an operation, by one call or by several (proto/op.h).
 *
 *     image   dry run of the operation  ->  media stores the image
 *             ->  the operation sets it
 *     first   the first operation     ->  the operation
 *     share   the operation  ->  media posts the entry  ->  .shown answers
 *     approve the operation returns a stored request  ->  the request
 *
 * Services do not call each other, so the gateway makes these calls. Each call has its
 * own limits and deadline, and is harmless when the next one fails: an image that is
 * not set is removed later, and an entry that was not posted can be shared again.
 *
 * Nothing is fetched, decoded or posted for a caller whom the operation refuses: the
 * operation, or a dry run of it, comes first.
 */
#include <string.h>

#include "common/input/input.h"
#include "common/wire/wire.h"
#include "gateway/core/invoke/call.h"
#include "gateway/core/invoke/image.h"
#include "gateway/core/invoke/invoke.h"
#include "gateway/ratelimit/limit.h"
#include "proto/media/social.h"

/* One orchestrated operation; lives in the arena of its invocation. */
struct orchestration {
	struct gateway *gateway;
	struct invocation invocation;
	struct image_ask ask;       /* the call of media */
	struct identifier image;    /* that media stored */
	bool is_shared;             /* the new entry is shared */
	struct text subject;        /* the id of the new entry */
	struct identifier approval; /* of the stored request */
	invoke_done *done;
	void *data;
};

static void
fail(const struct orchestration *state, enum problem problem)
{
	const struct message_reply reply = {.problem = problem};

	state->done(state->data, &reply);
}

/* Makes the next call. When it answers 0, the callback has run and the request may be
 * gone. */
static uint64_t
call(const struct orchestration *state, const struct invocation *next,
	struct identifier image, invoke_done *done)
{
	uint64_t *place = state->invocation.id;
	uint64_t id =
		invoke_call(state->gateway, next, image, done, (void *)(uintptr_t)state);

	if (id != 0)
		*place = id;
	return id;
}

/* A call of another operation for the same caller. */
static struct invocation
another(const struct orchestration *state, const struct op *op,
	const struct buffer *input)
{
	return (struct invocation){
		.arena = state->invocation.arena,
		.op = op,
		.principal = state->invocation.principal,
		.request_id = state->invocation.request_id,
		.traceparent = state->invocation.traceparent,
		.input = input->data,
		.input_size = input->size,
	};
}

/* ---- members of a reply ---- */

static struct wire_value
member_of(const struct message_reply *reply, const char *name)
{
	struct wire_reader reader =
		wire_find(reply->output, reply->output_size, name, strlen(name));

	return wire_next(&reader);
}

/* The text of a member; absent when it has none. */
static struct text
text_in(struct arena *arena, const struct message_reply *reply, const char *name)
{
	const struct wire_value value = member_of(reply, name);

	return value.type == WIRE_STRING
		? arena_text(arena, arena_copy(arena, value.data, value.size))
		: (struct text){.data = ""};
}

/* The bytes of a member; absent when it has none. */
static struct bytes
bytes_in(const struct message_reply *reply, const char *name)
{
	const struct wire_value value = member_of(reply, name);

	return value.type == WIRE_BINARY
		? (struct bytes){GIVEN, (uint32_t)value.size, value.data}
		: (struct bytes){.presence = ABSENT};
}

/* ---- sharing ---- */

/* The last call has answered: its reply is the reply of the operation. */
static void
shown(void *data, const struct message_reply *reply)
{
	const struct orchestration *state = data;

	*state->invocation.id = 0;
	state->done(state->data, reply);
}

/* Media has posted the entry, or failed. The reply of .shown is stored under the
 * idempotency key of the request, so that a repetition gets the same answer. */
static void
shared(void *data, const struct message_reply *reply)
{
	const struct orchestration *state = data;
	struct buffer input = {.arena = state->invocation.arena};
	struct invocation next;

	*state->invocation.id = 0;
	/* Another copy of this request is in progress; its answer is the one to store. */
	if (reply->problem == PROBLEM_IDEMPOTENCY_IN_PROGRESS ||
		(reply->problem != PROBLEM_NONE &&
			state->invocation.op->social.share == SHARE_ALWAYS)) {
		state->done(state->data, reply);
		return;
	}
	wire_map(&input, 1);
	wire_cstring(&input, "id");
	wire_string(&input, state->subject.data, state->subject.size);
	next = another(state, state->invocation.op->social.shown, &input);
	next.idempotency_key = state->invocation.idempotency_key;
	call(state, &next, (struct identifier){.presence = ABSENT}, shown);
}

/* The operation has answered. A repeated creation does not share its entry again. */
static void
written(void *data, const struct message_reply *reply)
{
	struct orchestration *state = data;
	struct buffer input = {.arena = state->invocation.arena};
	struct invocation next;

	*state->invocation.id = 0;
	if (reply->problem != PROBLEM_NONE || !state->is_shared) {
		state->done(state->data, reply);
		return;
	}
	state->subject = text_in(state->invocation.arena, reply, "id");
	if (state->subject.presence != GIVEN) {
		fail(state, PROBLEM_INTERNAL_ERROR);
		return;
	}
	wire_map(&input, 2);
	wire_cstring(&input, "id");
	wire_string(&input, state->subject.data, state->subject.size);
	wire_cstring(&input, "first");
	wire_boolean(&input, state->invocation.op->social.share == SHARE_ASKED);
	next = another(state, &op_social_share, &input);
	call(state, &next, (struct identifier){.presence = ABSENT}, shared);
}

/* ---- approved requests ---- */

/* Takes a token of the limit on images, or fails. An image that cannot be fetched leaves
 * its request waiting, and the member may approve it again. */
static bool
may_make_image(const struct orchestration *state)
{
	struct message_reply refusal = {.problem = PROBLEM_RATE_LIMITED};
	struct limit_state limit;

	if (limit_take_for(
		    state->gateway, LIMIT_IMAGE, &state->invocation.principal, &limit))
		return true;
	refusal.retry_after_s = limit.reset_s;
	state->done(state->data, &refusal);
	return false;
}

/* Identity has returned the stored request. The service that carries it out checks the
 * approval again, in the transaction of the effect. */
static void
found_request(void *data, const struct message_reply *reply)
{
	struct orchestration *state = data;
	struct arena *arena = state->invocation.arena;
	struct buffer input = {.arena = arena};
	struct invocation next;
	struct bytes stored;
	struct text name;
	const struct op *op;
	uint64_t id;

	*state->invocation.id = 0;
	if (reply->problem != PROBLEM_NONE) {
		state->done(state->data, reply);
		return;
	}
	name = text_in(arena, reply, "operation");
	op = op_named(name.data, name.size);
	stored = bytes_in(reply, "input");
	if (op == NULL || op->run.approves || stored.presence != GIVEN) {
		fail(state, PROBLEM_INTERNAL_ERROR);
		return;
	}
	if (op->image.source != IMAGE_NONE && !may_make_image(state))
		return;
	buffer_append(&input, stored.data, stored.size);
	next = another(state, op, &input);
	next.approval = state->approval;
	next.idempotency_key = text_in(arena, reply, "key");
	next.id = state->invocation.id;
	id = invoke(state->gateway, &next, shown, state);
	if (id != 0)
		*state->invocation.id = id;
}

/* ---- before the operation ---- */

static uint64_t
call_operation(const struct orchestration *state)
{
	return call(state, &state->invocation, state->image, written);
}

/* The first operation has answered. */
static void
first_done(void *data, const struct message_reply *reply)
{
	const struct orchestration *state = data;

	*state->invocation.id = 0;
	if (reply->problem != PROBLEM_NONE)
		state->done(state->data, reply);
	else
		call_operation(state);
}

/* Media has stored the image, or failed. */
static void
image_done(void *data, const struct message_reply *reply)
{
	struct orchestration *state = data;

	*state->invocation.id = 0;
	if (reply->problem != PROBLEM_NONE) {
		state->done(state->data, reply);
		return;
	}
	state->image = image_made(reply);
	if (state->image.presence == GIVEN)
		call_operation(state);
	else
		fail(state, PROBLEM_INTERNAL_ERROR);
}

/* The operation would succeed, or refuses the caller. */
static void
dry_run_done(void *data, const struct message_reply *reply)
{
	const struct orchestration *state = data;
	struct invocation next;

	*state->invocation.id = 0;
	if (reply->problem != PROBLEM_NONE) {
		state->done(state->data, reply);
		return;
	}
	next = image_invocation(&state->invocation, &state->ask);
	call(state, &next, (struct identifier){.presence = ABSENT}, image_done);
}

/* Has media store the image if a dry run of the operation succeeds. Calls the operation
 * at once when it removes the image. */
static uint64_t
begin_with_image(struct orchestration *state, const void *decoded)
{
	const struct identifier none = {.presence = ABSENT};
	struct invocation next = state->invocation;
	struct message_reply refusal =
		image_ask(&state->invocation, decoded, &state->ask);

	if (refusal.problem != PROBLEM_NONE) {
		state->done(state->data, &refusal);
		return 0;
	}
	if (state->ask.op == NULL)
		return call_operation(state);
	next.dry_run = true;
	return call(state, &next, none, dry_run_done);
}

/* Whether the new entry is shared, by the decoded input. */
static bool
is_shared(const struct op *op, const void *decoded)
{
	const struct boolean *social;

	if (op->social.share != SHARE_ASKED)
		return op->social.share == SHARE_ALWAYS;
	social = record_member(op->input, decoded, "social");
	return social != NULL && social->presence == GIVEN && social->value;
}

static uint64_t
orchestrate(struct gateway *gateway, const struct invocation *invocation,
	invoke_done *done, void *data)
{
	static const struct record nothing = {
		.name = "Nothing", .doc = "No input.", .size = 1};
	const struct op *op = invocation->op;
	const struct identifier none = {.presence = ABSENT};
	struct orchestration *state = arena_alloc(invocation->arena, sizeof(*state));
	struct input_result result =
		input_decode(invocation->arena, op->input != NULL ? op->input : &nothing,
			invocation->input, invocation->input_size);
	struct invocation next;

	/* A single call reports what is wrong with the input. */
	if (result.faults != NULL || result.missing != NULL)
		return invoke_call(gateway, invocation, none, done, data);
	*state = (struct orchestration){
		.gateway = gateway,
		.invocation = *invocation,
		.is_shared = is_shared(op, result.input),
		.done = done,
		.data = data,
	};
	if (op->run.approves) {
		state->approval = *(const struct identifier *)result.input;
		return call(state, &state->invocation, none, found_request);
	}
	if (op->image.source != IMAGE_NONE)
		return begin_with_image(state, result.input);
	if (op->social.first == NULL)
		return call_operation(state);
	next = another(state, op->social.first,
		&(const struct buffer){.data = (uint8_t *)(uintptr_t)invocation->input,
			.size = invocation->input_size});
	return call(state, &next, none, first_done);
}

uint64_t
invoke(struct gateway *gateway, const struct invocation *invocation, invoke_done *done,
	void *data)
{
	const struct identifier none = {.presence = ABSENT};

	if (op_has_steps(invocation->op))
		return orchestrate(gateway, invocation, done, data);
	return invoke_call(gateway, invocation, none, done, data);
}
