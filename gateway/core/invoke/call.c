/*
 * call.c - one call of one operation, from its input to its answer.
 *
 * The gateway validates the input by the operation's record, so that a service never
 * sees a faulty request. It also turns bus outcomes into problems of the contract.
 */
#include "gateway/core/invoke/call.h"

#include <stdlib.h>

#include "common/base/clock.h"
#include "common/input/input.h"
#include "common/run/run.h"
#include "gateway/core/invoke/load.h"
#include "gateway/core/invoke/revocations.h"
#include "gateway/core/invoke/writes.h"
#include "gateway/core/observe/health.h"

/* This bit marks the ids of health checks among those of bus calls. */
#define LOCAL_ID (UINT64_C(1) << 63)

static const struct record nothing = {.name = "Nothing", .doc = "No input.", .size = 1};

/* A call in progress; lives in the arena of its invocation. */
struct pending {
	struct gateway *gateway;
	struct arena *arena;
	const struct op *op;
	struct identifier image;
	struct uuid changed; /* the member whose credentials change, if known */
	bool repeatable;     /* a second call has no further effect */
	bool keyed;
	struct load_call load;
	struct writes_call writes;
	invoke_done *done;
	void *data;
};

/*
 * A call that changes credentials outlives its request. When the client disconnects,
 * the change must be noted all the same; otherwise the gateway would accept an ended
 * token for one more second. The call counts as in progress until the service answers.
 */
struct invoke_watch {
	struct pending pending; /* .done is NULL once the client has disconnected */
	uint64_t id;
	struct invoke_watch *next;
};

/* A problem that the gateway itself reports. */
static struct message_reply
own_problem(enum problem problem, const char *detail)
{
	struct message_reply reply = {.problem = problem, .detail = detail};

	if (problem == PROBLEM_SERVICE_UNAVAILABLE)
		reply.retry_after_s = 1;
	return reply;
}

static void
fail(const struct pending *pending, enum problem problem, const char *detail)
{
	const struct message_reply reply = own_problem(problem, detail);

	pending->done(pending->data, &reply);
}

/* The detail when the outcome of a call is unknown. */
static const char *
uncertain(const struct pending *pending)
{
	if (pending->repeatable)
		return NULL;
	if (pending->keyed) {
		return "the request may or may not have been carried out; repeat it "
		       "with the same "
		       "idempotency key";
	}
	return "the request may or may not have been carried out; read before "
	       "repeating it";
}

/* Notes that credentials changed. An unknown outcome counts as a change; a refusal does
 * not. */
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

/* The reply of the service, or the problem that a bus outcome means. Notes changed
 * credentials. */
static struct message_reply
read_result(const struct pending *pending, struct arena *arena,
	const struct bus_result *result)
{
	struct message_reply reply;

	switch (result->outcome) {
	case BUS_ANSWERED:
		if (!message_decode_reply(arena, result->body, result->size, &reply))
			reply = own_problem(PROBLEM_INTERNAL_ERROR, NULL);
		break;
	case BUS_LOST:
		reply = own_problem(PROBLEM_SERVICE_UNAVAILABLE, uncertain(pending));
		break;
	case BUS_EXPIRED:
		reply = own_problem(PROBLEM_TIMEOUT, uncertain(pending));
		break;
	case BUS_UNAVAILABLE:
	case BUS_OVERLOADED:
	default:
		return own_problem(PROBLEM_SERVICE_UNAVAILABLE, NULL);
	}
	note_change(pending, reply.problem);
	return reply;
}

/* Whether the call has ended in the service. After a 5xx, a lost commit may still
 * arrive. */
static bool
is_over(const struct bus_result *result, const struct message_reply *reply)
{
	return result->outcome == BUS_ANSWERED &&
		(reply->problem == PROBLEM_NONE || problems[reply->problem].status < 500);
}

/* The call has ended here; `known` says that it has ended in the service, too. */
static void
end(struct pending *pending, bool known)
{
	const int64_t now_ms = clock_monotonic_ms();

	load_end(&pending->load, now_ms);
	writes_end(&pending->writes, known, now_ms);
}

static void
bus_answered(void *data, const struct bus_result *result)
{
	struct pending *pending = data;
	struct message_reply reply = read_result(pending, pending->arena, result);

	end(pending, is_over(result, &reply));
	pending->done(pending->data, &reply);
}

/* As bus_answered(), for a call whose client may have disconnected. */
static void
watched_answered(void *data, const struct bus_result *result)
{
	struct invoke_watch *watch = data;
	struct pending *pending = &watch->pending;
	struct invoke_watch **at = &pending->gateway->watches;
	struct arena *arena = NULL;
	struct message_reply reply;

	while (*at != watch)
		at = &(*at)->next;
	*at = watch->next;
	if (pending->done == NULL)
		arena = arena_new(256);
	reply = read_result(pending, arena != NULL ? arena : pending->arena, result);
	end(pending, is_over(result, &reply));
	if (pending->done != NULL)
		pending->done(pending->data, &reply);
	arena_free(arena);
	free(watch);
}

/* The health record is the reply of every operation of SERVICE_GATEWAY. */
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

/* The member whose credentials the operation changes, from its caller or its input. */
static struct uuid
whom_it_changes(const struct invocation *invocation, const void *input)
{
	const struct identifier *id;

	if (invocation->op->changes != CREDENTIALS_OF_SUBJECT)
		return invocation->principal.member;
	id = record_member(invocation->op->input, input, "id");
	return id != NULL ? id->uuid : (struct uuid){{0}};
}

/* Validates the input; reports the problem and answers false when it is invalid. */
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
	return true;
}

/* The request has ended, answered or cancelled. */
static void
forgotten(void *data)
{
	end(data, false);
}

/* Counts the call, or reports 503 when the operation has too many calls in progress. */
static bool
begin(const struct invocation *invocation, struct pending *pending)
{
	if (load_begin(pending->gateway->load, &pending->load, invocation->op,
		    &invocation->principal, clock_monotonic_ms()))
		return true;
	fail(pending, PROBLEM_SERVICE_UNAVAILABLE, NULL);
	return false;
}

static int
timeout_of(const struct op *op)
{
	return op->run.timeout_ms > 0 ? op->run.timeout_ms : CALL_TIMEOUT_MS;
}

/* Whether a read replica of the database may answer. */
static bool
may_be_behind(const struct invocation *invocation, const struct pending *pending)
{
	return invocation->op->stale_ok && invocation->rest_size == 0 &&
		invocation->principal.membership != MEMBERSHIP_NONE &&
		writes_are_old(pending->gateway->writes, &invocation->principal.member,
			clock_monotonic_ms());
}

/* Sends the call to an instance of its service. */
static uint64_t
send_call(const struct invocation *invocation, const struct pending *pending,
	bus_done *done, void *data)
{
	const int timeout_ms = timeout_of(invocation->op);
	struct call call = {
		.op = invocation->op,
		.arena = invocation->arena,
		.principal = invocation->principal,
		.request_id = invocation->request_id,
		.traceparent = invocation->traceparent,
		.deadline_unix_ms = clock_unix_us() / 1000 + timeout_ms,
		.idempotency_key = invocation->idempotency_key,
		.if_match = invocation->if_match,
		.image = pending->image,
		.approval = invocation->approval,
		.dry_run = invocation->dry_run,
		.behind = may_be_behind(invocation, pending),
	};
	struct buffer message = {.arena = invocation->arena};

	message_encode_call(&message, &call, invocation->input, invocation->input_size);
	return bus_call_parts(pending->gateway->bus, invocation->op->service,
		message.data, message.size, invocation->rest, invocation->rest_size,
		clock_monotonic_ms() + timeout_ms, pending->repeatable || pending->keyed,
		done, data);
}

/* Sends a call that changes credentials, with memory that outlives the request. */
static uint64_t
send_watched(const struct invocation *invocation, const struct pending *pending)
{
	struct gateway *gateway = pending->gateway;
	struct invoke_watch *watch = malloc(sizeof(*watch));

	if (watch == NULL)
		abort();
	*watch = (struct invoke_watch){.pending = *pending, .next = gateway->watches};
	gateway->watches = watch;
	watch->id = send_call(invocation, pending, watched_answered, watch);
	return watch->id;
}

/* Starts the call: load limits, recent writes, and the bus. */
static uint64_t
begin_call(const struct invocation *invocation, struct pending *pending)
{
	if (!begin(invocation, pending))
		return 0;
	if (!op_only_reads(invocation->op) &&
		invocation->principal.membership != MEMBERSHIP_NONE)
		writes_begin(pending->gateway->writes, &pending->writes,
			&invocation->principal.member, timeout_of(invocation->op));
	if (invocation->op->changes != CREDENTIALS_OF_NOBODY)
		return send_watched(invocation, pending);
	arena_on_done(invocation->arena, forgotten, pending);
	return send_call(invocation, pending, bus_answered, pending);
}

uint64_t
invoke_call(struct gateway *gateway, const struct invocation *invocation,
	struct identifier image, invoke_done *done, void *data)
{
	struct pending *pending = arena_alloc(invocation->arena, sizeof(*pending));
	uint64_t id;

	*pending = (struct pending){
		.gateway = gateway,
		.arena = invocation->arena,
		.op = invocation->op,
		.image = image,
		.repeatable = invocation->dry_run || op_is_repeatable(invocation->op),
		.keyed = invocation->idempotency_key.presence == GIVEN &&
			run_idempotency_applies(invocation->op, &invocation->principal),
		.done = done,
		.data = data,
	};
	if (invocation->rest_size == 0 && !input_holds(invocation, pending))
		return 0;
	if (invocation->op->service == SERVICE_GATEWAY) {
		id = health_check(gateway, health_answered, pending);
		return id == 0 ? 0 : id | LOCAL_ID;
	}
	return begin_call(invocation, pending);
}

/* The call with this id among those that change credentials, or NULL. */
static struct invoke_watch *
find_watch(const struct gateway *gateway, uint64_t id)
{
	struct invoke_watch *watch = gateway->watches;

	while (watch != NULL && watch->id != id)
		watch = watch->next;
	return watch;
}

void
invoke_cancel(struct gateway *gateway, uint64_t id)
{
	struct invoke_watch *watch = find_watch(gateway, id);

	if ((id & LOCAL_ID) != 0)
		health_cancel(gateway, id & ~LOCAL_ID);
	else if (watch != NULL)
		watch->pending.done = NULL;
	else if (id != 0)
		bus_cancel(gateway->bus, id);
}

void
invoke_close(struct gateway *gateway)
{
	while (gateway->watches != NULL) {
		struct invoke_watch *watch = gateway->watches;

		gateway->watches = watch->next;
		free(watch);
	}
}
