/*
 * call.c - verifies a frame, runs its call, and answers it.
 */
#include <stdlib.h>
#include <string.h>

#include "common/base/clock.h"
#include "common/base/id.h"
#include "common/base/log.h"
#include "common/base/must.h"
#include "common/calls/inside.h"
#include "common/db/db.h"

/* The text of a value; NULL when it is absent. */
static const char *
given(const struct text *text)
{
	return text->presence == GIVEN ? text->data : NULL;
}

/* Logs one line for each call. It contains the database's error message when the caller
 * got only an internal error. */
static void
log_call(const struct executor *executor, const struct call *call, int64_t duration_us)
{
	char member[ID_TEXT_MAX];
	const char *code = call->outcome.problem == PROBLEM_NONE
		? NULL
		: problems[call->outcome.problem].code;
	bool broken = call->outcome.problem != PROBLEM_NONE &&
		problems[call->outcome.problem].status >= 500;
	bool known = call->principal.membership != MEMBERSHIP_NONE;
	const char *cause = db_error(executor->db);

	id_format(member, "usr", &call->principal.member);
	LOG_AT(broken ? LOG_ERROR : LOG_INFO, "call", LOG_TEXT("op", call->op->name),
		LOG_TEXT("request", call->request_id.data),
		LOG_TEXT("traceparent", given(&call->traceparent)),
		LOG_TEXT("member", known ? member : NULL),
		LOG_TEXT("dry_run", call->dry_run ? "yes" : NULL),
		LOG_TEXT("problem", code),
		LOG_TEXT("cause", broken && cause[0] != '\0' ? cause : NULL),
		LOG_INT("ms", duration_us / 1000), LOG_INT("us", duration_us));
}

/* Encodes the answer, after free space for its MAC. */
static void
encode(struct buffer *reply, const struct call *call)
{
	buffer_reserve(reply, FRAME_REPLY_HEADER_SIZE);
	reply->size = FRAME_REPLY_HEADER_SIZE;
	message_encode_reply(reply, call);
}

struct call
calls_call_of(const struct executor *executor, const struct message_call *message,
	const struct op *op)
{
	return (struct call){
		.op = op,
		.arena = executor->arena,
		.principal = message->principal,
		.request_id = message->request_id,
		.deadline_unix_ms = message->deadline_unix_ms,
		.idempotency_key = message->idempotency_key,
		.if_match = message->if_match,
		.traceparent = message->traceparent,
		.image = message->image,
		.approval = message->approval,
		.dry_run = message->dry_run,
		.db = executor->db,
		.reply = {.arena = executor->arena},
	};
}

/* A reply above the size limit is a programming error. */
void
calls_answer(const struct executor *executor, struct frame *frame, struct call *call)
{
	struct calls *calls = executor->calls;
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
	frame_sign_reply(&calls->key, frame->nonce, reply.data + FRAME_REPLY_HEADER_SIZE,
		reply.size - FRAME_REPLY_HEADER_SIZE, reply.data);
	if (!executor->in_thread) {
		calls->setup.transport->answer(frame, &reply);
		return;
	}
	/* The loop's transport sends this copy, because the arena ends before. */
	frame->answer = must(malloc(reply.size));
	memcpy(frame->answer, reply.data, reply.size);
	frame->answer_size = reply.size;
}

void
calls_carry_out(const struct executor *executor, struct frame *frame,
	const struct message_call *message)
{
	const struct op_entry *entry = frame->entry;
	struct call call = calls_call_of(executor, message, entry->op);
	int64_t duration_us;

	if (executor->replica == NULL || !frame->stale_ok || !message->behind ||
		!replica_answers(executor->calls->setup.replica, executor->replica, &call,
			entry->handler, message->input, message->input_size))
		run_call(&call, entry->handler, message->input, message->input_size);
	calls_answer(executor, frame, &call);
	duration_us = clock_monotonic_us() - frame->arrived_us;
	calls_note(executor->calls, entry, call.outcome.problem, duration_us);
	log_call(executor, &call, duration_us);
}

bool
calls_open(const struct executor *executor, struct frame *frame,
	struct message_call *message)
{
	const struct calls *calls = executor->calls;
	int64_t now_ms = clock_unix_us() / 1000;
	bool expired;

	frame->body = frame_open(
		&calls->key, frame->bytes, frame->size, &frame->nonce, &frame->body_size);
	if (frame->body == NULL) {
		log_warn("forged_frame", LOG_INT("bytes", (int64_t)frame->size));
		calls->setup.transport->judge(frame, false);
		return false;
	}
	if (!message_decode_call(
		    executor->arena, frame->body, frame->body_size, message)) {
		log_warn("malformed_frame", LOG_INT("bytes", (int64_t)frame->size));
		return false;
	}
	expired = message->deadline_unix_ms <= now_ms;
	if (!expired &&
		replay_first(
			calls->replay, frame->nonce, message->deadline_unix_ms, now_ms)) {
		calls->setup.transport->judge(frame, true);
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

void
calls_release(struct calls *calls, struct frame *frame)
{
	calls->setup.transport->release(frame);
	calls->released++;
}
