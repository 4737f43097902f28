/*
 * task.h - the background work of a service: what is pruned, swept and sent.
 *
 * A task runs in steps of at most so many rows. Steps follow each other until one finds
 * nothing left, or the database asks for a repetition for the fourth time in a row; then
 * the task pauses. Every replica of the service runs the same tasks: a step locks the
 * rows that it takes, and skips locked ones.
 *
 * A step runs with the role of the service and has 20 s. Like a handler it is a function
 * of the database, and after a failed statement the later ones of the step do nothing.
 * With TX_NONE it may begin a transaction itself (db_begin()), which is ended after it.
 */
#ifndef KITH_COMMON_TASK_TASK_H
#define KITH_COMMON_TASK_TASK_H

#include <stdatomic.h>

#include "common/connections/connections.h"
#include "common/run/run.h"

struct task {
	const char *name;                /* in the log */
	bool (*step)(struct call *call); /* whether there may be more to do */
	int64_t pause_ms;
	enum op_tx tx;
	/* POOL_DATABASE: in a fiber of the loop; it waits for the database alone.
	 * POOL_OUTSIDE: in a thread; it may wait for files and the network. */
	enum pool pool;
	const char *channel; /* POOL_OUTSIDE: a NOTIFY on it ends the pause; or NULL */
	/* POOL_OUTSIDE: repeated until false when the process is about to end, for a task
	 * that leaves work unfinished between its steps; or NULL. */
	bool (*finish)(struct call *call);
};

/* Runs the steps of a task until one finds nothing left, or `stop` is set. The arena is
 * reset after each step. */
void task_steps(const struct task *task, struct db *db, struct arena *arena,
	const atomic_bool *stop);

/* What tasks need of their process; all of it lives as long. */
struct task_setup {
	enum service_name service;
	struct loop *loop;
	struct workers *workers;
	struct connections *connections;
	const atomic_bool *draining; /* no further step begins */
	atomic_int *in_flight;       /* counts the tasks at work */
};

/* The fibers of all tasks, for the metrics. */
struct worker_pool_figures task_figures(void);

/* Prepares a task, which lives as long as the process. In the loop it runs from the first
 * turn on; of POOL_OUTSIDE it runs in task_run_in_thread(), which the caller starts in a
 * thread. */
struct task_run *task_prepare(const struct task_setup *setup, const struct task *task);
void *task_run_in_thread(void *run);

#endif
