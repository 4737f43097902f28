/*
 * run.c - the control flow around every handler.
 */
#include "common/run/run.h"

#include <string.h>

#include "common/base/clock.h"
#include "common/base/log.h"
#include "common/db/db.h"
#include "common/run/inside.h"

/* How often a handler runs again after a serialization failure. */
#define RETRIES_MAX 3

/* Discards the reply and outcome of an earlier attempt. */
static void
start_over(struct call *call)
{
	db_clear(call);
	call->reply = (struct buffer){.arena = call->arena};
}

/* Whether the transaction must use one snapshot throughout. */
static bool
is_frozen(const struct call *call)
{
	return call->op->current != NULL && call->if_match.presence == GIVEN;
}

static bool
failed(const struct call *call)
{
	return call->outcome.problem != PROBLEM_NONE ||
		call->outcome.db_problem != PROBLEM_NONE || call->outcome.db_retry;
}

static enum problem
carry_out(struct run *run)
{
	enum problem problem = run_use_approval(run);

	if (problem == PROBLEM_NONE)
		problem = run_condition(run);
	if (problem == PROBLEM_NONE)
		problem = run->handler(run->call, run->input);
	if (problem == PROBLEM_NONE && !failed(run->call))
		problem = run_tag_written(run);
	return problem;
}

static void
execute(struct run *run, bool transaction)
{
	struct call *call = run->call;
	enum problem problem;

	if (run_is_idempotent(call) && run_idempotency_answer(run))
		return;
	if (transaction)
		run_confirm_caller(call, is_frozen(call));
	problem = run->asks ? run_ask_approval(run) : carry_out(run);
	/* A problem noted on the call counts even if the handler does not return it. */
	if (problem != PROBLEM_NONE)
		call->outcome.problem = problem;
	if (call->outcome.problem == PROBLEM_NONE && transaction)
		run_admit_acts(run);
	if (call->outcome.problem == PROBLEM_NONE && transaction)
		run_record_activity(run);
	if (call->outcome.problem == PROBLEM_NONE && run_is_idempotent(call))
		run_idempotency_keep(run);
}

/* A dry run keeps nothing but a request for the member's approval. */
static bool
is_trial(const struct run *run)
{
	return run->call->dry_run && !run->asks;
}

static bool
must_roll_back(const struct run *run)
{
	const struct call *call = run->call;

	return is_trial(run) ||
		(failed(call) &&
			(!call->outcome.keep_writes ||
				call->outcome.db_problem != PROBLEM_NONE ||
				call->outcome.db_retry));
}

static void
end_transaction(const struct run *run)
{
	if (must_roll_back(run))
		db_rollback(run->call);
	else
		db_commit(run->call);
}

/* Runs the handler once, in a transaction unless the caller owns one. */
static void
run_once(struct run *run)
{
	struct call *call = run->call;
	bool transaction = !run->inside && call->db != NULL;

	start_over(call);
	if (transaction)
		db_begin(call, call->op->tx, is_frozen(call));
	if (transaction && call->on_begin != NULL)
		call->on_begin(call);
	execute(run, transaction);
	if (!failed(call) && call->deadline_unix_ms != 0 &&
		clock_unix_us() / 1000 >= call->deadline_unix_ms) {
		call_fail(call, PROBLEM_TIMEOUT,
			"the call exceeded its deadline; nothing was changed");
	}
	if (transaction)
		end_transaction(run);
	db_settle(call);
	if ((failed(call) && !call_awaits(call)) || is_trial(run))
		call->reply.size = 0;
}

/* Runs the handler, again after a serialization failure. */
static void
run_repeatedly(struct run *run)
{
	struct call *call = run->call;

	run_once(run);
	if (run_without_admin(call))
		run_once(run);
	for (int i = 0; i < RETRIES_MAX && call->outcome.db_retry && !run->inside; i++)
		run_once(run);
}

/* Whether the contract declares a guard and a transaction for the operation. The contract
 * test checks this; the handler of an incomplete declaration never runs. */
static bool
is_set(const struct op *op)
{
	return op->guard != GUARD_UNSET && op->tx != TX_UNSET;
}

/* Decodes the input and runs the handler. After a serialization failure it runs the
 * handler again, at most RETRIES_MAX times. */
static void
run_through(struct run *run)
{
	static const uint8_t empty_map[] = {0x80};
	struct call *call = run->call;

	call->reply = (struct buffer){.arena = call->arena};
	if (!is_set(call->op)) {
		log_error("operation_unset", LOG_TEXT("op", call->op->name));
		call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
		return;
	}
	/* Only a transaction can be rolled back. */
	if (call->dry_run && (call->op->tx != TX_WRITE || run->inside)) {
		call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
		return;
	}
	if (!principal_may_use(&call->principal, call->op)) {
		call_fail(call, PROBLEM_INSUFFICIENT_SCOPE, "%s",
			principal_needs(call->op));
		return;
	}
	if (run->bytes == NULL) {
		run->bytes = empty_map;
		run->size = sizeof(empty_map);
	}
	if (run_decode(call, run->bytes, run->size, &run->input) != PROBLEM_NONE)
		return;
	run_repeatedly(run);
	if (run->asks)
		run_repeatedly(run);
	if (!call->outcome.db_retry)
		return;
	call_fail(call, PROBLEM_SERVICE_UNAVAILABLE,
		"too many concurrent changes to the same data; nothing was changed");
	call->outcome.retry_after_s = 1;
}

void
run_call(struct call *call, op_handler *handler, const void *input, size_t size)
{
	struct run run = {.call = call, .handler = handler, .bytes = input, .size = size};

	run_through(&run);
}

void
run_call_inside(struct call *call, op_handler *handler, const void *input, size_t size)
{
	struct run run = {.call = call,
		.handler = handler,
		.bytes = input,
		.size = size,
		.inside = true};

	run_through(&run);
}

const struct op_entry *
run_find(const struct op_entry *entries, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++) {
		if (strcmp(entries[i].op->name, name) == 0)
			return &entries[i];
	}
	return NULL;
}
