/*
 * call.c - what happens to a frame: it is vetted, carried out and answered.
 */
#include <stdlib.h>
#include <string.h>

#include "common/base/clock.h"
#include "common/base/id.h"
#include "common/base/log.h"
#include "common/db/db.h"
#include "common/service/inside.h"
#include "common/wire/wire.h"

/* How long a process may say that it takes no calls yet. */
#define STARTING_MAX_MS 5000

/* How long a replica may take before the primary is asked. */
#define REPLICA_MS 250

/* How long it is left alone when it has not answered. */
#define REPLICA_REST_MS 1000

/* NULL when there is none. */
static const char *
given(const struct text *text)
{
	return text->presence == GIVEN ? text->data : NULL;
}

/* One line for each call, here at the edge. The database's words appear only where the
 * caller was told nothing. */
static void
log_call(const struct worker *worker, const struct call *call, int64_t duration_us)
{
	char member[ID_TEXT_MAX];
	const char *code = call->outcome.problem == PROBLEM_NONE
		? NULL
		: problems[call->outcome.problem].code;
	bool broken = call->outcome.problem != PROBLEM_NONE &&
		problems[call->outcome.problem].status >= 500;
	bool known = call->principal.membership != MEMBERSHIP_NONE;

	id_format(member, "usr", &call->principal.member);
	LOG_AT(broken ? LOG_ERROR : LOG_INFO, "call", LOG_TEXT("op", call->op->name),
		LOG_TEXT("request", call->request_id.data),
		LOG_TEXT("traceparent", given(&call->traceparent)),
		LOG_TEXT("member", known ? member : NULL), LOG_TEXT("problem", code),
		LOG_TEXT("cause",
			broken && db_error(worker->db)[0] != '\0' ? db_error(worker->db)
								  : NULL),
		LOG_INT("ms", duration_us / 1000), LOG_INT("us", duration_us));
}

/* Encodes the answer behind room for its MAC. */
static void
encode(struct buffer *reply, const struct call *call)
{
	buffer_reserve(reply, FRAME_REPLY_HEADER_SIZE);
	reply->size = FRAME_REPLY_HEADER_SIZE;
	message_encode_reply(reply, call);
}

struct call
service_call_of(const struct worker *worker, const struct message_call *message,
	const struct op *op)
{
	return (struct call){
		.op = op,
		.arena = worker->arena,
		.principal = message->principal,
		.request_id = message->request_id,
		.deadline_unix_ms = message->deadline_unix_ms,
		.idempotency_key = message->idempotency_key,
		.if_match = message->if_match,
		.traceparent = message->traceparent,
		.image = message->image,
		.db = worker->db,
		.reply = {.arena = worker->arena},
	};
}

/* Encodes, signs and sends the answer of a call; one that is larger than a message may be is a
 * fault of the program. */
static void
answer(const struct worker *worker, struct service_frame *frame, struct call *call)
{
	struct buffer reply = {.arena = call->arena};

	encode(&reply, call);
	if (reply.size > FRAME_REPLY_HEADER_SIZE + MESSAGE_REPLY_BYTES_MAX) {
		log_error("answer_too_large", LOG_TEXT("op", call->op->name),
			LOG_TEXT("request", call->request_id.data),
			LOG_TEXT("traceparent", given(&call->traceparent)),
			LOG_INT("bytes", (int64_t)reply.size));
		call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
		call->reply.size = 0;
		reply.size = 0;
		encode(&reply, call);
	}
	frame_sign_reply(&worker->process->bus_key, frame->nonce,
		reply.data + FRAME_REPLY_HEADER_SIZE,
		reply.size - FRAME_REPLY_HEADER_SIZE, reply.data);
	if (!worker->outside) {
		worker->process->bus->answer(frame, &reply);
		return;
	}
	/* The bus is the loop's; this outlives the arena. */
	frame->answer = service_must(malloc(reply.size));
	memcpy(frame->answer, reply.data, reply.size);
	frame->answer_size = reply.size;
}

/* Whether a replica may carry out the call. */
static bool
suits_replica(const struct worker *worker, const struct message_call *message,
	const struct op *op)
{
	return worker->replica != NULL && message->behind && op->stale_ok &&
		clock_monotonic_ms() >= worker->process->replica_rest_ms &&
		service_replica_serves(worker->process);
}

/* Whether a replica has carried out the call. Whatever is the matter with it (it is gone, it stands
 * still, or what was read there has been vacuumed away), the primary is asked then. */
static bool
answered_by_replica(struct worker *worker, const struct service_frame *frame,
	const struct message_call *message, struct call *call)
{
	const struct call before = *call;
	const int64_t soon_unix_ms = clock_unix_us() / 1000 + REPLICA_MS;

	call->db = worker->replica;
	call->replica_started_us = atomic_load(&worker->process->replica_started_us);
	if (call->deadline_unix_ms > soon_unix_ms)
		call->deadline_unix_ms = soon_unix_ms;
	run_call(call, frame->entry->handler, message->input, message->input_size);
	if (call->outcome.problem == PROBLEM_NONE ||
		problems[call->outcome.problem].status < 500) {
		worker->process->replica_reads++;
		return true;
	}
	/* One that is slow is left alone: whoever waits for it holds a worker that others need. */
	worker->process->replica_rest_ms = clock_monotonic_ms() + REPLICA_REST_MS;
	*call = before;
	return false;
}

void
service_call_end(struct worker *worker, struct service_frame *frame, struct call *call)
{
	int64_t duration_us;

	answer(worker, frame, call);
	duration_us = clock_monotonic_us() - frame->arrived_us;
	service_metrics_note(worker->process->metrics, frame->entry,
		call->outcome.problem, duration_us);
	log_call(worker, call, duration_us);
}

void
service_call_carry_out(struct worker *worker, struct service_frame *frame,
	const struct message_call *message)
{
	const struct op_entry *entry = frame->entry;
	struct call call = service_call_of(worker, message, entry->op);

	if (!suits_replica(worker, message, entry->op) ||
		!answered_by_replica(worker, frame, message, &call))
		run_call(&call, entry->handler, message->input, message->input_size);
	service_call_end(worker, frame, &call);
}

bool
service_call_open(
	struct worker *worker, struct service_frame *frame, struct message_call *message)
{
	const struct process *process = worker->process;
	int64_t now_ms = clock_unix_us() / 1000;
	bool expired;

	frame->body = frame_open(&process->bus_key, frame->bytes, frame->size,
		&frame->nonce, &frame->body_size);
	if (frame->body == NULL) {
		log_warn("forged_frame", LOG_INT("bytes", (int64_t)frame->size));
		process->bus->cut_off(frame);
		return false;
	}
	if (!message_decode_call(worker->arena, frame->body, frame->body_size, message)) {
		log_warn("malformed_frame", LOG_INT("bytes", (int64_t)frame->size));
		return false;
	}
	expired = message->deadline_unix_ms <= now_ms;
	if (!expired &&
		replay_first(process->replay, frame->nonce, message->deadline_unix_ms,
			now_ms)) {
		process->bus->trust(frame);
		return true;
	}
	if (strcmp(message->op.data, MESSAGE_PING) == 0)
		return true;
	log_warn(expired ? "expired_call" : "replayed_frame",
		LOG_TEXT("op", message->op.data),
		LOG_TEXT("request", message->request_id.data),
		LOG_TEXT("traceparent", given(&message->traceparent)));
	return false;
}

/* Where a call to the database is carried out, by the cost that its operation declares. */
static enum service_way
way_of_cost(const struct process *process, const struct service_frame *frame,
	const struct op *op)
{
	switch (op->cost) {
	case COST_POINT:
		return WAY_READ;
	case COST_LIST:
		/* A filter may skip many rows, and a replica needs a connection of its own. */
		if ((op->stale_ok && process->has_replica) ||
			message_peek_filter(frame->bytes + FRAME_HEADER_SIZE,
				frame->size - FRAME_HEADER_SIZE))
			return WAY_ALONE;
		return WAY_LIST;
	case COST_UNSET:
	case COST_SLOW:
		break;
	}
	return WAY_ALONE;
}

enum service_way
service_call_way(const struct process *process, struct service_frame *frame)
{
	const struct service *service = process->service;
	char name[MESSAGE_NAME_SIZE];
	const struct op *op;

	frame->entry = NULL;
	if (frame->size > FRAME_HEADER_SIZE &&
		message_peek_op(frame->bytes + FRAME_HEADER_SIZE,
			frame->size - FRAME_HEADER_SIZE, name))
		frame->entry = run_find(service->entries, service->entry_count, name);
	if (frame->entry == NULL)
		return WAY_ITSELF;
	op = frame->entry->op;
	if (op->run.lane != LANE_DATABASE)
		return WAY_OUTSIDE;
	return way_of_cost(process, frame, op);
}

/* Whether the process takes calls. One that has just come takes none before it has reached the
 * database, as others do not need to wait for that; after a while the answers may say why not. */
static const char *
status_of(struct process *process)
{
	if (atomic_load(&process->draining))
		return "draining";
	if (process->reached ||
		clock_monotonic_ms() - process->started_ms > STARTING_MAX_MS)
		return "ok";
	if (process->lanes[WAY_ALONE].idle != NULL)
		service_db_reopen(process->lanes[WAY_ALONE].idle->db);
	return "starting";
}

void
service_call_answer_itself(struct worker *worker, struct service_frame *frame)
{
	static const struct op own_op = {.name = "own"};
	struct buffer metrics = {.arena = worker->arena};
	struct message_call message;
	struct call call;

	if (!service_call_open(worker, frame, &message))
		return;
	call = service_call_of(worker, &message, &own_op);
	if (strcmp(message.op.data, MESSAGE_PING) == 0) {
		wire_map(&call.reply, 1);
		wire_cstring(&call.reply, "status");
		wire_cstring(&call.reply, status_of(worker->process));
	} else if (strcmp(message.op.data, MESSAGE_METRICS) == 0) {
		service_metrics_write(worker->process, &metrics);
		wire_string(&call.reply, (const char *)metrics.data, metrics.size);
	} else {
		log_error("unknown_op", LOG_TEXT("op", message.op.data),
			LOG_TEXT("request", message.request_id.data),
			LOG_TEXT("traceparent", given(&message.traceparent)));
		call_fail(&call, PROBLEM_INTERNAL_ERROR, NULL);
	}
	answer(worker, frame, &call);
}

bool
service_call_pass_outside(struct worker *worker, struct service_frame *frame)
{
	static const struct op own_op = {.name = "own"};
	struct message_call message;
	struct call call;
	bool of_member = false;

	if (!service_call_open(worker, frame, &message))
		return false;
	frame->member = message.principal.member;
	if (service_outside_put(worker->process, frame, &of_member))
		return true;
	call = service_call_of(worker, &message, &own_op);
	if (of_member)
		call_fail(&call, PROBLEM_RATE_LIMITED,
			"other hosts are still being waited for in your name; wait for "
			"their answers first");
	else
		call_fail(&call, PROBLEM_SERVICE_UNAVAILABLE,
			"too many requests of this kind are waiting");
	call.outcome.retry_after_s = of_member ? 5 : 1;
	answer(worker, frame, &call);
	return false;
}

void
service_call_run(struct worker *worker, struct service_frame *frame)
{
	struct message_call message;

	if (service_call_open(worker, frame, &message))
		service_call_carry_out(worker, frame, &message);
}

void
service_call_run_outside(struct worker *worker, struct service_frame *frame)
{
	struct message_call message;

	/* The message was well-formed in the arena of the loop, so it is in this one. A call that
	 * waited past its deadline is dropped: the gateway has given it up. */
	if (message_decode_call(worker->arena, frame->body, frame->body_size, &message) &&
		message.deadline_unix_ms > clock_unix_us() / 1000)
		service_call_carry_out(worker, frame, &message);
}
