/*
 * orchestration.c - what the gateway asks of others before and after an operation (proto/op.h).
 *
 *     image   media makes it         ->  the operation sets it
 *     first   that operation         ->  the operation
 *     share   the operation  ->  media posts  ->  .shown answers
 *
 * Services call no services, so the steps meet here. Each is a call like any other, with limits and
 * deadlines of its own, and does no harm when the next one does not come: an image that nobody
 * sets is removed, and an entry that was not posted can be shared again.
 */
#include "gateway/core/invoke/orchestration.h"

#include <string.h>

#include "common/input/input.h"
#include "common/wire/wire.h"
#include "gateway/core/invoke/image.h"
#include "proto/media/social.h"

/* An operation under way; lives in the arena of its invocation. */
struct steps {
	struct gateway *gateway;
	struct invocation whole;
	struct identifier image;
	bool is_shared;      /* what it writes is to be shared */
	struct text subject; /* the id of what it has written */
	invoke_done *done;
	void *data;
};

static void
fail(const struct steps *steps, enum problem problem)
{
	const struct message_reply reply = {.problem = problem};

	steps->done(steps->data, &reply);
}

/* Makes the next call. Its callback may have run, and the caller be gone, when this answers 0. */
static uint64_t
call(const struct steps *steps, const struct invocation *next, struct identifier image,
	invoke_done *done)
{
	uint64_t *place = steps->whole.id;
	uint64_t id =
		invoke_alone(steps->gateway, next, image, done, (void *)(uintptr_t)steps);

	if (id != 0)
		*place = id;
	return id;
}

/* A call for the same caller, with another input. */
static struct invocation
another(const struct steps *steps, const struct op *op, const struct buffer *input)
{
	return (struct invocation){
		.arena = steps->whole.arena,
		.op = op,
		.principal = steps->whole.principal,
		.request_id = steps->whole.request_id,
		.traceparent = steps->whole.traceparent,
		.input = input->data,
		.input_size = input->size,
	};
}

/* ---- sharing ---- */

/* The text of a member of a map; absent when it has none. */
static struct text
text_in(struct arena *arena, const struct message_reply *reply, const char *name)
{
	struct wire_reader reader = wire_read(reply->output, reply->output_size);
	struct wire_value value = wire_next(&reader);
	size_t size;

	for (uint32_t left = value.type == WIRE_MAP ? value.count : 0; left > 0; left--) {
		struct wire_value key = wire_next(&reader);

		if (key.type == WIRE_STRING && key.size == strlen(name) &&
			memcmp(key.data, name, key.size) == 0) {
			value = wire_next(&reader);
			return value.type == WIRE_STRING
				? arena_text(arena,
					  arena_copy(arena, value.data, value.size))
				: (struct text){.data = ""};
		}
		wire_skip(&reader, &size);
	}
	return (struct text){.data = ""};
}

/* The last step has answered, for all of them. */
static void
shown(void *data, const struct message_reply *reply)
{
	const struct steps *steps = data;

	*steps->whole.id = 0;
	steps->done(steps->data, reply);
}

/* Media has posted it, or not. What came of it is known to .shown, which is kept under the key of
 * the request, so that a repetition is answered the same. */
static void
shared(void *data, const struct message_reply *reply)
{
	const struct steps *steps = data;
	struct buffer input = {.arena = steps->whole.arena};
	struct invocation next;

	*steps->whole.id = 0;
	/* The same request is under way elsewhere, and its answer is the one to keep. */
	if (reply->problem == PROBLEM_IDEMPOTENCY_IN_PROGRESS ||
		(reply->problem != PROBLEM_NONE &&
			steps->whole.op->share == SHARE_ALWAYS)) {
		steps->done(steps->data, reply);
		return;
	}
	wire_map(&input, 1);
	wire_cstring(&input, "id");
	wire_string(&input, steps->subject.data, steps->subject.size);
	next = another(steps, steps->whole.op->shown, &input);
	next.idempotency_key = steps->whole.idempotency_key;
	call(steps, &next, (struct identifier){.presence = ABSENT}, shown);
}

/* The operation has answered. A repetition of a creation leaves alone what was tried before. */
static void
written(void *data, const struct message_reply *reply)
{
	struct steps *steps = data;
	struct buffer input = {.arena = steps->whole.arena};
	struct invocation next;

	*steps->whole.id = 0;
	if (reply->problem != PROBLEM_NONE || !steps->is_shared) {
		steps->done(steps->data, reply);
		return;
	}
	steps->subject = text_in(steps->whole.arena, reply, "id");
	if (steps->subject.presence != GIVEN) {
		fail(steps, PROBLEM_INTERNAL_ERROR);
		return;
	}
	wire_map(&input, 2);
	wire_cstring(&input, "id");
	wire_string(&input, steps->subject.data, steps->subject.size);
	wire_cstring(&input, "first");
	wire_boolean(&input, steps->whole.op->share == SHARE_ASKED);
	next = another(steps, &op_social_share, &input);
	call(steps, &next, (struct identifier){.presence = ABSENT}, shared);
}

/* ---- before the operation ---- */

static uint64_t
begin_whole(const struct steps *steps)
{
	return call(steps, &steps->whole, steps->image, written);
}

/* What comes first has succeeded, or not. */
static void
first_done(void *data, const struct message_reply *reply)
{
	const struct steps *steps = data;

	*steps->whole.id = 0;
	if (reply->problem != PROBLEM_NONE)
		steps->done(steps->data, reply);
	else
		begin_whole(steps);
}

/* Media has made the image: the operation that sets it follows. */
static void
image_done(void *data, const struct message_reply *reply)
{
	struct steps *steps = data;

	*steps->whole.id = 0;
	if (reply->problem != PROBLEM_NONE) {
		steps->done(steps->data, reply);
		return;
	}
	steps->image = image_made(reply);
	if (steps->image.presence == GIVEN)
		begin_whole(steps);
	else
		fail(steps, PROBLEM_INTERNAL_ERROR);
}

/* Has media make the image that the operation sets, or the operation go ahead without one. */
static uint64_t
begin_with_image(const struct steps *steps, const void *decoded)
{
	const struct identifier none = {.presence = ABSENT};
	struct invocation next;
	struct image_ask ask;
	struct message_reply refusal = image_ask(&steps->whole, decoded, &ask);

	if (refusal.problem != PROBLEM_NONE) {
		steps->done(steps->data, &refusal);
		return 0;
	}
	if (ask.op == NULL)
		return begin_whole(steps);
	next = image_invocation(&steps->whole, &ask);
	return call(steps, &next, none, image_done);
}

/* Whether what the operation writes is to be shared, by its decoded input. */
static bool
is_shared(const struct op *op, const void *decoded)
{
	for (size_t i = 0;
		op->share == SHARE_ASKED && op->input != NULL && i < op->input->count;
		i++) {
		const struct field *field = &op->input->fields[i];
		const struct boolean *social =
			(const void *)((const char *)decoded + field->offset);

		if (strcmp(field->name, "social") == 0)
			return social->presence == GIVEN && social->value;
	}
	return op->share == SHARE_ALWAYS;
}

uint64_t
steps_invoke(struct gateway *gateway, const struct invocation *invocation,
	invoke_done *done, void *data)
{
	static const struct record nothing = {
		.name = "Nothing", .doc = "No input.", .size = 1};
	const struct op *op = invocation->op;
	const struct identifier none = {.presence = ABSENT};
	struct steps *steps = arena_alloc(invocation->arena, sizeof(*steps));
	struct input_result result =
		input_decode(invocation->arena, op->input != NULL ? op->input : &nothing,
			invocation->input, invocation->input_size);
	struct invocation next;

	/* What is wrong with the input is said as always. */
	if (result.faults != NULL || result.missing != NULL)
		return invoke_alone(gateway, invocation, none, done, data);
	*steps = (struct steps){
		.gateway = gateway,
		.whole = *invocation,
		.is_shared = is_shared(op, result.input),
		.done = done,
		.data = data,
	};
	if (op->image != IMAGE_NONE)
		return begin_with_image(steps, result.input);
	if (op->first == NULL)
		return begin_whole(steps);
	next = another(steps, op->first,
		&(const struct buffer){.data = (uint8_t *)(uintptr_t)invocation->input,
			.size = invocation->input_size});
	return call(steps, &next, none, first_done);
}
