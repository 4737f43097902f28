/*
 * service_worker.c - the threads that carry out calls.
 */
#include <stdlib.h>
#include <string.h>

#include "common/clock.h"
#include "common/config.h"
#include "common/db.h"
#include "common/id.h"
#include "common/log.h"
#include "common/service_inside.h"
#include "common/wire.h"

#define ARENA_BYTES ((size_t)32 * 1024)

struct worker {
	struct process *process;
	struct arena *arena; /* of one call */
	struct db *db;
	nng_aio *aio;
};

/* A worker with its own memory, connection and way to wait. */
static struct worker
make_worker(struct process *process)
{
	struct worker worker = {
		.process = process,
		.arena = arena_new(ARENA_BYTES),
		.db = db_new(config()->database_url.data, process->role),
	};

	if (nng_aio_alloc(&worker.aio, NULL, NULL) != 0)
		abort();
	return worker;
}

/* One line for each call, here at the edge. The database's words appear only where the
 * caller was told nothing. */
static void
log_call(const struct worker *worker, const struct call *call, int64_t duration_us)
{
	char member[ID_TEXT_MAX];
	const char *code =
		call->problem == PROBLEM_NONE ? NULL : problems[call->problem].code;
	bool broken =
		call->problem != PROBLEM_NONE && problems[call->problem].status >= 500;
	bool known = call->principal.membership != MEMBERSHIP_NONE;

	id_format(member, "usr", &call->principal.member);
	LOG_AT(broken ? LOG_ERROR : LOG_INFO, "call", LOG_TEXT("op", call->op->name),
		LOG_TEXT("request", call->request_id.data),
		LOG_TEXT("member", known ? member : NULL), LOG_TEXT("problem", code),
		LOG_TEXT("cause",
			broken && db_error(worker->db)[0] != '\0' ? db_error(worker->db)
								  : NULL),
		LOG_INT("ms", duration_us / 1000), LOG_INT("us", duration_us));
}

/* Encodes the answer; one that is larger than a message may be is a fault of the program. */
static struct buffer
encode(struct call *call)
{
	struct buffer reply = {.arena = call->arena};

	message_encode_reply(&reply, call);
	if (reply.size <= MESSAGE_REPLY_BYTES_MAX)
		return reply;
	log_error("answer_too_large", LOG_TEXT("op", call->op->name),
		LOG_INT("bytes", (int64_t)reply.size));
	call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
	call->reply.size = 0;
	reply.size = 0;
	message_encode_reply(&reply, call);
	return reply;
}

/* The call that a message asks for. */
static struct call
call_of(const struct worker *worker, const struct message_call *message,
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
		.db = worker->db,
		.reply = {.arena = worker->arena},
	};
}

/* Carries out one call and answers it. */
static void
carry_out(struct worker *worker, nng_ctx context, const struct message_call *message,
	int64_t arrived_us)
{
	const struct service *service = worker->process->service;
	const struct op *op = NULL;
	op_handler *handler =
		run_find(service->entries, service->entry_count, message->op.data, &op);
	struct call call = call_of(worker, message, op);
	struct buffer reply;
	int64_t duration_us;

	run_call(&call, handler, message->input, message->input_size);
	reply = encode(&call);
	service_bus_send(context, worker->aio, &reply);
	duration_us = clock_monotonic_us() - arrived_us;
	service_metrics_note(worker->process->metrics, op, call.problem, duration_us);
	log_call(worker, &call, duration_us);
}

/* Answers what needs no handler: pings, metrics, and operations that nobody has. */
static bool
answer_itself(struct worker *worker, nng_ctx context, const struct message_call *message)
{
	static const struct op own_op = {.name = "own"};
	struct call call = call_of(worker, message, &own_op);
	struct buffer metrics = {.arena = worker->arena};
	const struct service *service = worker->process->service;
	const struct op *op;
	struct buffer reply;

	if (strcmp(message->op.data, MESSAGE_PING) == 0) {
		wire_map(&call.reply, 1);
		wire_cstring(&call.reply, "status");
		wire_cstring(&call.reply,
			atomic_load(&worker->process->draining) ? "draining" : "ok");
	} else if (strcmp(message->op.data, MESSAGE_METRICS) == 0) {
		service_metrics_write(worker->process->metrics, &metrics);
		wire_string(&call.reply, (const char *)metrics.data, metrics.size);
	} else if (run_find(service->entries, service->entry_count, message->op.data,
			   &op) == NULL) {
		log_error("unknown_op", LOG_TEXT("op", message->op.data),
			LOG_TEXT("request", message->request_id.data));
		call_fail(&call, PROBLEM_INTERNAL_ERROR, NULL);
	} else {
		return false;
	}
	reply = encode(&call);
	service_bus_send(context, worker->aio, &reply);
	return true;
}

/* Whether the frame is authentic, well-formed and in time. Who sent one that is not gets no
 * answer: it learns nothing, and nobody waits for it. */
static bool
open_frame(struct worker *worker, nng_msg *frame, struct job *job,
	struct message_call *message)
{
	const uint8_t *bytes = nng_msg_body(frame);
	int64_t now_ms = clock_unix_us() / 1000;
	uint64_t nonce;

	job->message = frame;
	job->body = frame_open(
		&worker->process->bus_key, bytes, nng_msg_len(frame), &nonce, &job->size);
	if (job->body == NULL) {
		log_warn("forged_frame", LOG_INT("bytes", (int64_t)nng_msg_len(frame)));
		return false;
	}
	if (!message_decode_call(worker->arena, job->body, job->size, message)) {
		log_warn(
			"malformed_frame", LOG_INT("bytes", (int64_t)nng_msg_len(frame)));
		return false;
	}
	if (strcmp(message->op.data, MESSAGE_PING) == 0)
		return true;
	if (message->deadline_unix_ms <= now_ms) {
		log_warn("expired_call", LOG_TEXT("op", message->op.data),
			LOG_TEXT("request", message->request_id.data));
		return false;
	}
	if (!replay_first(
		    worker->process->replay, bytes, message->deadline_unix_ms, now_ms)) {
		log_warn("replayed_frame", LOG_TEXT("op", message->op.data),
			LOG_TEXT("request", message->request_id.data));
		return false;
	}
	return true;
}

/* Whether the call is for the outside lane and went there. A full lane says so. */
static bool
hand_over(
	struct worker *worker, const struct message_call *message, const struct job *job)
{
	const struct service *service = worker->process->service;
	const struct op *op = NULL;
	struct call call;
	struct buffer reply;

	run_find(service->entries, service->entry_count, message->op.data, &op);
	if (op == NULL || op->lane != LANE_OUTSIDE)
		return false;
	if (service_outside_put(worker->process, job))
		return true;
	call = call_of(worker, message, op);
	call_fail(&call, PROBLEM_SERVICE_UNAVAILABLE,
		"too many requests of this kind are waiting");
	call.retry_after_s = 1;
	reply = encode(&call);
	service_bus_send(job->context, worker->aio, &reply);
	service_bus_put_back(worker->process, job->context);
	nng_msg_free(job->message);
	atomic_fetch_sub(&worker->process->in_flight, 1);
	return true;
}

/* Receives one message; answers the context to go on with. */
static nng_ctx
serve(struct worker *worker, nng_ctx context)
{
	nng_msg *frame = service_bus_receive(context, worker->aio);
	struct job job = {.context = context, .arrived_us = clock_monotonic_us()};
	struct message_call message;

	if (frame == NULL)
		return context;
	atomic_fetch_add(&worker->process->in_flight, 1);
	if (open_frame(worker, frame, &job, &message) &&
		!answer_itself(worker, context, &message)) {
		if (hand_over(worker, &message, &job))
			return service_bus_context(worker->process);
		carry_out(worker, context, &message, job.arrived_us);
	}
	nng_msg_free(frame);
	atomic_fetch_sub(&worker->process->in_flight, 1);
	return context;
}

void *
service_worker_database(void *process)
{
	struct worker worker = make_worker(process);
	nng_ctx context = service_bus_context(process);

	for (;;) {
		context = serve(&worker, context);
		arena_reset(worker.arena);
	}
	return NULL;
}

bool
service_outside_put(struct process *process, const struct job *job)
{
	bool room;

	pthread_mutex_lock(&process->lock);
	room = process->waiting_count < OUTSIDE_WAITING_MAX;
	if (room) {
		unsigned at = (process->waiting_first + process->waiting_count++) %
			OUTSIDE_WAITING_MAX;

		process->waiting[at] = *job;
		pthread_cond_signal(&process->waiting_changed);
	}
	pthread_mutex_unlock(&process->lock);
	return room;
}

/* Waits for slow work. */
static struct job
take_job(struct process *process)
{
	struct job job;

	pthread_mutex_lock(&process->lock);
	while (process->waiting_count == 0)
		pthread_cond_wait(&process->waiting_changed, &process->lock);
	job = process->waiting[process->waiting_first];
	process->waiting_first = (process->waiting_first + 1) % OUTSIDE_WAITING_MAX;
	process->waiting_count--;
	pthread_mutex_unlock(&process->lock);
	return job;
}

void *
service_worker_outside(void *process)
{
	struct worker worker = make_worker(process);

	for (;;) {
		struct job job = take_job(process);
		struct message_call message;

		/* It was well-formed in the other worker's arena, so it is in this one. A call
		 * that waited past its deadline is dropped: nobody listens any more. */
		if (message_decode_call(worker.arena, job.body, job.size, &message) &&
			message.deadline_unix_ms > clock_unix_us() / 1000)
			carry_out(&worker, job.context, &message, job.arrived_us);
		nng_msg_free(job.message);
		service_bus_put_back(process, job.context);
		atomic_fetch_sub(&worker.process->in_flight, 1);
		arena_reset(worker.arena);
	}
	return NULL;
}
