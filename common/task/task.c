/*
 * task.c - background tasks. A task of POOL_DATABASE is a fiber that a timer restarts; a
 * task of POOL_OUTSIDE is a thread. Both run steps until one finds no more work, and then
 * pause.
 */
#include "common/task/task.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/base/clock.h"
#include "common/base/log.h"
#include "common/base/must.h"
#include "common/config/config.h"
#include "common/db/db.h"

#define ARENA_BYTES ((size_t)32 * 1024)

/* The time limit of a step. */
#define STEP_MS 20000

/* How often in a row a step is repeated after a serialization failure. */
#define RETRIES_MAX 3

/* A task pauses after so many steps, because a faulty step might always report more
 * work. */
#define STEPS_MAX 10000

/* How often a pausing thread checks for shutdown and for notifications. */
#define CHECK_MS 250

struct task_run {
	struct worker worker; /* must be first: the callbacks cast */
	const struct task *task;
	const struct task_setup *setup;

	/* Of a thread with a channel: the listening connection, and the process id of its
	 * server, which is 0 if it does not listen. */
	struct db *listener;
	int listening;
};

static unsigned size, busy; /* of the fibers */

/* Runs one step in a transaction. Returns whether there may be more work; `*retry`
 * reports a serialization failure. */
static bool
step_once(const struct task *task, bool (*step)(struct call *call), struct call *call,
	bool *retry)
{
	bool more;

	db_clear(call);
	db_begin(call, task->tx, false);
	more = step(call);
	if (call->outcome.db_problem == PROBLEM_NONE && !call->outcome.db_retry)
		db_commit(call);
	else
		db_rollback(call);
	*retry = call->outcome.db_retry;
	if (*retry) {
		log_info("task_retried", LOG_TEXT("task", task->name),
			LOG_TEXT("error", db_error(call->db)));
	} else if (call->outcome.db_problem != PROBLEM_NONE) {
		log_warn("task_failed", LOG_TEXT("task", task->name),
			LOG_TEXT("error", db_error(call->db)));
	}
	return more;
}

static struct call
new_call(struct db *db, struct arena *arena)
{
	return (struct call){
		.arena = arena,
		.db = db,
		.deadline_unix_ms = clock_unix_us() / 1000 + STEP_MS,
	};
}

void
task_steps(const struct task *task, struct db *db, struct arena *arena,
	const atomic_bool *stop)
{
	bool more = true;
	int retries = 0, steps = 0;

	while (more && !atomic_load(stop) && db_ready(db)) {
		struct call call = new_call(db, arena);
		bool retry;

		if (++steps > STEPS_MAX) {
			log_warn("task_pauses", LOG_TEXT("task", task->name),
				LOG_INT("steps", STEPS_MAX));
			return;
		}
		more = step_once(task, task->step, &call, &retry);
		arena_reset(arena);
		retries = retry ? retries + 1 : 0;
		more = (more || retry) && retries <= RETRIES_MAX;
	}
}

static void
step_all(struct task_run *run)
{
	task_steps(run->task, run->worker.db, run->worker.arena, run->setup->draining);
}

/* ---- fibers of the loop ---- */

static void
work(struct worker *worker)
{
	step_all((struct task_run *)worker);
}

static void
begin(void *data)
{
	struct task_run *run = data;

	if (atomic_load(run->setup->draining))
		return;
	atomic_fetch_add(run->setup->in_flight, 1);
	worker_begin(&run->worker);
}

static void
pause_task(struct worker *worker)
{
	struct task_run *run = (struct task_run *)worker;

	atomic_fetch_sub(run->setup->in_flight, 1);
	loop_after(run->setup->loop, run->task->pause_ms, begin, run);
}

/* ---- threads ---- */

/* Issues LISTEN on a new connection. Returns true if it did, because notifications sent
 * earlier are lost and there may be work. */
static bool
listen_again(struct task_run *run)
{
	char sql[128];
	PGconn *connection;
	PGresult *result;
	bool heard;

	if (!db_ready(run->listener))
		return false;
	connection = db_connection(run->listener);
	if (connection == NULL || PQbackendPID(connection) == run->listening)
		return false;
	snprintf(sql, sizeof(sql), "LISTEN %s", run->task->channel);
	result = PQexec(connection, sql);
	heard = PQresultStatus(result) == PGRES_COMMAND_OK;
	PQclear(result);
	run->listening = heard ? PQbackendPID(connection) : 0;
	return heard;
}

/* Whether there were notifications; consumes all of them. */
static bool
was_notified(PGconn *connection)
{
	PGnotify *notification;
	bool notified = false;

	if (PQconsumeInput(connection) == 0)
		return false;
	while ((notification = PQnotifies(connection)) != NULL) {
		PQfreemem(notification);
		notified = true;
	}
	return notified;
}

/* Waits for at most `wait_ms` or until data arrives. Returns whether there may be work; a
 * lost connection does not count as work. */
static bool
wait_briefly(struct task_run *run, int64_t wait_ms)
{
	struct pollfd ready = {.fd = -1, .events = POLLIN};
	PGconn *connection = NULL;

	if (run->listener != NULL && listen_again(run))
		return true;
	if (run->listening != 0)
		connection = db_connection(run->listener);
	if (connection != NULL && was_notified(connection))
		return true;
	if (connection != NULL)
		ready.fd = PQsocket(connection);
	poll(&ready, 1, (int)wait_ms);
	return false;
}

static void
wait_for_work(struct task_run *run)
{
	const int64_t until_ms = clock_monotonic_ms() + run->task->pause_ms;
	int64_t left_ms = run->task->pause_ms;

	while (!atomic_load(run->setup->draining) && left_ms > 0) {
		if (wait_briefly(run, left_ms < CHECK_MS ? left_ms : CHECK_MS))
			return;
		left_ms = until_ms - clock_monotonic_ms();
	}
}

/* Completes unfinished work at shutdown. The process waits for it, but not
 * indefinitely. */
static void
finish(struct task_run *run)
{
	const struct task *task = run->task;
	bool more = task->finish != NULL;

	while (more && db_ready(run->worker.db)) {
		struct call call = new_call(run->worker.db, run->worker.arena);
		bool retry;

		more = step_once(task, task->finish, &call, &retry);
		arena_reset(run->worker.arena);
	}
}

void *
task_run_in_thread(void *data)
{
	struct task_run *run = data;

	while (!atomic_load(run->setup->draining)) {
		atomic_fetch_add(run->setup->in_flight, 1);
		step_all(run);
		if (atomic_load(run->setup->draining))
			finish(run);
		atomic_fetch_sub(run->setup->in_flight, 1);
		wait_for_work(run);
	}
	return NULL;
}

/* ---- both ---- */

static struct db *
own_connection(const struct task_setup *setup)
{
	return db_new(config()->database_url.data, service_names[setup->service]);
}

/* A connection for LISTEN. It bypasses a connection pooler, which does not relay
 * notifications. */
static struct db *
own_listener(const struct task_setup *setup)
{
	const char *direct = config()->database_direct_url.data;

	return direct[0] != '\0' ? db_new_direct(direct, service_names[setup->service])
				 : own_connection(setup);
}

struct worker_pool_figures
task_figures(void)
{
	return (struct worker_pool_figures){.name = "tasks", .size = size, .busy = busy};
}

struct task_run *
task_prepare(const struct task_setup *setup, const struct task *task)
{
	struct task_run *run = must(calloc(1, sizeof(*run)));

	run->task = task;
	run->setup = setup;
	run->worker = (struct worker){.work = work, .done = pause_task, .busy = &busy};
	if (task->pool == POOL_OUTSIDE) {
		run->worker.arena = arena_new(ARENA_BYTES);
		run->worker.db = own_connection(setup);
		if (task->channel != NULL)
			run->listener = own_listener(setup);
		return run;
	}
	run->worker.db = connections_own(setup->connections);
	worker_add(setup->workers, &run->worker);
	size++;
	loop_after(setup->loop, 0, begin, run);
	return run;
}
