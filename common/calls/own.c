/*
 * own.c - the answers of the loop itself, without a worker.
 */
#include <string.h>

#include "common/base/clock.h"
#include "common/base/log.h"
#include "common/calls/inside.h"
#include "common/wire/wire.h"

/* How long a process may report that it is starting. */
#define STARTING_MAX_MS 5000

/* The status for a ping. A new process is starting until it has reached the database,
 * because another replica may have reached it. After STARTING_MAX_MS it accepts calls,
 * and their answers tell why they fail. */
static const char *
status_of(const struct calls *calls)
{
	const struct worker *idle = calls->pools[ROUTE_ALONE].idle;

	if (atomic_load(calls->setup.draining))
		return "draining";
	if (connections_reached(calls->setup.connections) ||
		clock_monotonic_ms() - calls->started_ms > STARTING_MAX_MS)
		return "ok";
	if (idle != NULL)
		connections_reopen(idle->db);
	return "starting";
}

void
calls_answer_own(struct calls *calls, struct frame *frame)
{
	static const struct op own_op = {.name = "own"};
	const struct executor self = {.calls = calls, .arena = calls->arena};
	struct buffer metrics = {.arena = calls->arena};
	struct message_call message;
	struct call call;

	if (!calls_open(&self, frame, &message))
		return;
	call = calls_call_of(&self, &message, &own_op);
	if (strcmp(message.op.data, MESSAGE_PING) == 0) {
		wire_map(&call.reply, 1);
		wire_cstring(&call.reply, "status");
		wire_cstring(&call.reply, status_of(calls));
	} else if (strcmp(message.op.data, MESSAGE_METRICS) == 0) {
		calls->setup.write_metrics(&metrics);
		wire_string(&call.reply, (const char *)metrics.data, metrics.size);
	} else {
		log_error("unknown_op", LOG_TEXT("op", message.op.data),
			LOG_TEXT("request", message.request_id.data),
			LOG_TEXT("traceparent",
				message.traceparent.presence == GIVEN
					? message.traceparent.data
					: NULL));
		call_fail(&call, PROBLEM_INTERNAL_ERROR, NULL);
	}
	calls_answer(&self, frame, &call);
}
