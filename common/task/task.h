/*
 * task.h - background tasks of a service.
 *
 * A task runs in steps, each limited to a number of rows. Steps follow each other until
 * one finds no more work, or fails with a fourth serialization failure in a row; then the
 * task pauses. All replicas of a service run the same tasks: a step locks its rows and
 * skips locked ones.
 *
 * A step runs with the database role of the service and has 20 s. Like in a handler,
 * statements after a failed one do nothing. With TX_NONE a step may call db_begin()
 * itself; the transaction is ended after the step.
 */
#ifndef KITH_COMMON_TASK_TASK_H
#define KITH_COMMON_TASK_TASK_H

#include <stdatomic.h>

#include "common/connections/connections.h"
#include "common/run/run.h"

struct task {
	const char *name;                /* for the log */
	bool (*step)(struct call *call); /* returns whether there may be more work */
	int64_t pause_ms;
	enum op_tx tx;
	/* POOL_DATABASE: a fiber of the loop, which may block on the database only.
	 * POOL_OUTSIDE: a thread, which may also block on files and the network. */
	enum pool pool;
	/* POOL_OUTSIDE: a NOTIFY on it ends the pause; may be NULL */
	const char *channel;
	/* POOL_OUTSIDE, at shutdown: repeated until it returns false, for tasks that keep
	 * unfinished work between steps. May be NULL. */
	bool (*finish)(struct call *call);
};

/* Runs steps until one finds no more work or `stop` is set. Resets the arena after each
 * step. */
void task_steps(const struct task *task, struct db *db, struct arena *arena,
	const atomic_bool *stop);

/* The context of tasks; everything in it lives as long as the process. */
struct task_setup {
	enum service_name service;
	struct loop *loop;
	struct workers *workers;
	struct connections *connections;
	const atomic_bool *draining; /* set = no further step begins */
	atomic_int *in_flight;       /* the number of running tasks */
};

/* The number of fibers of all tasks, for the metrics. */
struct worker_pool_figures task_figures(void);

/* Prepares a task, which lives as long as the process. A task of POOL_DATABASE starts
 * with the loop; for one of POOL_OUTSIDE the caller starts a thread with
 * task_run_in_thread(). */
struct task_run *task_prepare(const struct task_setup *setup, const struct task *task);
void *task_run_in_thread(void *run);

#endif
