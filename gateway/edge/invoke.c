/*
 * invoke.c - the one way to an operation, for REST and for tools.
 *
 * Input is judged here by the operation's record, so that a faulty request never troubles a
 * service; what the bus reports is put into the words of the contract here, so that both
 * surfaces say the same.
 */
#include <string.h>

#include "common/base/clock.h"
#include "common/input/input.h"
#include "common/run/run.h"
#include "gateway/edge/gateway.h"
#include "gateway/edge/health.h"
#include "gateway/edge/image.h"
#include "gateway/edge/load.h"
#include "gateway/edge/revocations.h"

/* Ids of health checks are told from those of the bus by this bit. */
#define LOCAL_ID (UINT64_C(1) << 63)

static const struct record nothing = {.name = "Nothing", .doc = "No input.", .size = 1};

/* An invocation under way; lives in its arena. */
struct pending {
	struct gateway *gateway;
	struct arena *arena;
	const struct op *op;
	struct identifier image;
	struct uuid changed; /* whose credentials it changes, where that is known */
	bool keyed;
	struct load_call load;
	invoke_done *done;
	void *data;
	const struct invocation
		*whole;      /* of an operation for which media makes an image first */
	const void *decoded; /* its input */
};

/* Answers with a problem of the gateway's own. */
static void
fail(const struct pending *pending, enum problem problem, const char *detail)
{
	struct message_reply reply = {.problem = problem, .detail = detail};

	if (problem == PROBLEM_SERVICE_UNAVAILABLE)
		reply.retry_after_s = 1;
	pending->done(pending->data, &reply);
}

/* What to say when nobody knows whether a call was carried out. */
static const char *
uncertain(const struct pending *pending)
{
	if (op_is_repeatable(pending->op))
		return NULL;
	if (pending->keyed) {
		return "the request may or may not have been carried out; repeat it with the same "
		       "idempotency key";
	}
	return "the request may or may not have been carried out; read before repeating it";
}

/* Notes whose credentials the call has changed, or may have, when nobody knows what became of
 * it. What was refused has changed none. */
static void
note_change(const struct pending *pending, enum problem problem)
{
	bool refused = problem != PROBLEM_NONE && problems[problem].status < 500;
	enum whose_credentials whose = pending->op->changes;

	if (whose == CREDENTIALS_OF_NOBODY || refused)
		return;
	revocations_note(pending->gateway->revocations,
		whose == CREDENTIALS_OF_SOMEBODY ? NULL : &pending->changed);
}

/* The service has answered, or the bus knows that it will not. */
static void
bus_answered(void *data, const struct bus_result *result)
{
	struct pending *pending = data;
	struct message_reply reply;

	load_end(&pending->load, clock_monotonic_ms());
	switch (result->outcome) {
	case BUS_ANSWERED:
		break;
	case BUS_UNAVAILABLE:
	case BUS_OVERLOADED:
		fail(pending, PROBLEM_SERVICE_UNAVAILABLE, NULL);
		return;
	case BUS_LOST:
		note_change(pending, PROBLEM_SERVICE_UNAVAILABLE);
		fail(pending, PROBLEM_SERVICE_UNAVAILABLE, uncertain(pending));
		return;
	case BUS_EXPIRED:
		note_change(pending, PROBLEM_TIMEOUT);
		fail(pending, PROBLEM_TIMEOUT, uncertain(pending));
		return;
	}
	if (!message_decode_reply(pending->arena, result->body, result->size, &reply))
		reply = (struct message_reply){.problem = PROBLEM_INTERNAL_ERROR};
	note_change(pending, reply.problem);
	pending->done(pending->data, &reply);
}

/* The health record is the answer of the operations that the gateway carries out itself. */
static void
health_answered(void *data, const void *wire, size_t size)
{
	struct pending *pending = data;
	struct message_reply reply = {
		.output = (const uint8_t *)arena_copy(pending->arena, wire, size),
		.output_size = size,
	};

	pending->done(pending->data, &reply);
}

/* Whose credentials the operation changes, by its caller or its input. */
static struct uuid
whom_it_changes(const struct invocation *invocation, const void *input)
{
	const struct record *record = invocation->op->input;

	if (invocation->op->changes != CREDENTIALS_OF_SUBJECT)
		return invocation->principal.member;
	for (size_t i = 0; record != NULL && i < record->count; i++) {
		const struct field *field = &record->fields[i];
		const struct identifier *id =
			(const struct identifier *)((const char *)input + field->offset);

		if (strcmp(field->name, "id") == 0)
			return id->uuid;
	}
	return (struct uuid){{0}};
}

/* Judges the input; answers and returns false when something is wrong with it. */
static bool
input_holds(const struct invocation *invocation, struct pending *pending)
{
	const struct record *record =
		invocation->op->input != NULL ? invocation->op->input : &nothing;
	struct input_result result = input_decode(
		invocation->arena, record, invocation->input, invocation->input_size);

	if (result.faults != NULL) {
		struct message_reply reply = {
			.problem = PROBLEM_VALIDATION_FAILED, .faults = result.faults};

		pending->done(pending->data, &reply);
		return false;
	}
	if (result.missing != NULL) {
		fail(pending, result.missing->missing, result.missing_detail);
		return false;
	}
	pending->changed = whom_it_changes(invocation, result.input);
	pending->decoded = result.input;
	return true;
}

/* The request is over, answered or not: a call that was cancelled is no longer under way. */
static void
forgotten(void *data)
{
	struct pending *pending = data;

	load_end(&pending->load, clock_monotonic_ms());
}

/* Sends the call to a replica of its service, unless too many of its kind are under way. */
static uint64_t
send_call(struct gateway *gateway, const struct invocation *invocation,
	struct pending *pending)
{
	const int timeout_ms = invocation->op->timeout_ms > 0 ? invocation->op->timeout_ms
							      : CALL_TIMEOUT_MS;
	struct call call = {
		.op = invocation->op,
		.arena = invocation->arena,
		.principal = invocation->principal,
		.request_id = invocation->request_id,
		.deadline_unix_ms = clock_unix_us() / 1000 + timeout_ms,
		.idempotency_key = invocation->idempotency_key,
		.if_match = invocation->if_match,
		.image = pending->image,
	};
	struct buffer message = {.arena = invocation->arena};
	const struct uuid *member = invocation->principal.membership == MEMBERSHIP_NONE
		? NULL
		: &invocation->principal.member;
	bool repeatable;

	if (!load_begin(gateway->load, &pending->load, invocation->op, member,
		    clock_monotonic_ms())) {
		fail(pending, PROBLEM_SERVICE_UNAVAILABLE, NULL);
		return 0;
	}
	arena_on_done(invocation->arena, forgotten, pending);
	message_encode_call(&message, &call, invocation->input, invocation->input_size);
	repeatable = op_is_repeatable(invocation->op) || pending->keyed;
	return bus_call(gateway->bus, invocation->op->service, message.data, message.size,
		clock_monotonic_ms() + timeout_ms, repeatable, bus_answered, pending);
}

/* Media has made the image: the operation that sets it follows. */
static void
image_done(void *data, const struct message_reply *reply)
{
	struct pending *pending = data;
	const struct invocation *whole = pending->whole;
	uint64_t id;

	*whole->id = 0;
	if (reply->problem != PROBLEM_NONE) {
		pending->done(pending->data, reply);
		return;
	}
	pending->image = image_made(reply);
	if (pending->image.presence != GIVEN) {
		fail(pending, PROBLEM_INTERNAL_ERROR, NULL);
		return;
	}
	/* The callback may have run, and the caller be gone, when this answers 0. */
	id = send_call(pending->gateway, whole, pending);
	if (id != 0)
		*whole->id = id;
}

/* Has media make the image that the operation sets, or the operation go ahead without one. */
static uint64_t
begin_with_image(struct gateway *gateway, const struct invocation *invocation,
	struct pending *pending)
{
	struct invocation *whole = arena_alloc(invocation->arena, sizeof(*whole));
	struct invocation first;
	struct image_ask ask;
	struct message_reply refusal = image_ask(invocation, pending->decoded, &ask);

	if (refusal.problem != PROBLEM_NONE) {
		pending->done(pending->data, &refusal);
		return 0;
	}
	if (ask.op == NULL)
		return send_call(gateway, invocation, pending);
	*whole = *invocation;
	pending->whole = whole;
	first = (struct invocation){
		.arena = invocation->arena,
		.op = ask.op,
		.principal = invocation->principal,
		.request_id = invocation->request_id,
		.input = ask.input.data,
		.input_size = ask.input.size,
	};
	return invoke(gateway, &first, image_done, pending);
}

uint64_t
invoke(struct gateway *gateway, const struct invocation *invocation, invoke_done *done,
	void *data)
{
	struct pending *pending = arena_alloc(invocation->arena, sizeof(*pending));
	uint64_t id;

	*pending = (struct pending){
		.gateway = gateway,
		.arena = invocation->arena,
		.op = invocation->op,
		.keyed = invocation->idempotency_key.presence == GIVEN &&
			run_keeps_answers(invocation->op, &invocation->principal),
		.done = done,
		.data = data,
	};
	if (!input_holds(invocation, pending))
		return 0;
	if (invocation->op->image != IMAGE_NONE)
		return begin_with_image(gateway, invocation, pending);
	if (invocation->op->service != SERVICE_GATEWAY)
		return send_call(gateway, invocation, pending);
	id = health_check(gateway, health_answered, pending);
	return id == 0 ? 0 : id | LOCAL_ID;
}

void
invoke_cancel(struct gateway *gateway, uint64_t id)
{
	if ((id & LOCAL_ID) != 0)
		health_cancel(gateway, id & ~LOCAL_ID);
	else if (id != 0)
		bus_cancel(gateway->bus, id);
}
