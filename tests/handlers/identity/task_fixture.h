/*
 * task_fixture.h - the tasks of the service on connections of their own, as the service
 * runs them.
 */
#ifndef KITH_TEST_TASK_FIXTURE_H
#define KITH_TEST_TASK_FIXTURE_H

#include <pthread.h>

#include "common/service/service.h"
#include "tests/handlers/identity/account_fixture.h"

struct running_task {
	struct task task;
	pthread_t thread;
};

static inline void *
task_thread(void *data)
{
	static const atomic_bool never;
	struct running_task *running = data;
	struct db *db = db_new(scratch_url(), "identity");
	struct arena *arena = arena_new(4096);

	task_steps(&running->task, db, arena, &never);
	db_free(db);
	arena_free(arena);
	return NULL;
}

/* Starts the steps of a task, up to its pause. */
static inline void
task_start_in(
	struct running_task *running, enum op_tx tx, bool (*step)(struct call *call))
{
	running->task = (struct task){.name = "task", .step = step, .tx = tx};
	assert_int_equal(pthread_create(&running->thread, NULL, task_thread, running), 0);
}

static inline void
task_start(struct running_task *running, bool (*step)(struct call *call))
{
	task_start_in(running, TX_NONE, step);
}

static inline void
task_end(struct running_task *running)
{
	assert_int_equal(pthread_join(running->thread, NULL), 0);
}

/* Runs all steps of a task, up to its pause. */
static inline void
task_run_in(enum op_tx tx, bool (*step)(struct call *call))
{
	struct running_task running;

	task_start_in(&running, tx, step);
	task_end(&running);
}

static inline void
task_run(bool (*step)(struct call *call))
{
	task_run_in(TX_NONE, step);
}

#endif
