/*
 * worker.h - fibers of a loop that carry out calls and tasks, and wait for descriptors.
 *
 * A worker belongs to a pool and has a memory arena of its own. It runs until its work
 * waits or is done; then the loop goes on. All of it belongs to the thread of the loop.
 */
#ifndef KITH_COMMON_WORKER_WORKER_H
#define KITH_COMMON_WORKER_WORKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct db;
struct workers;

/* What a metric says of a pool. */
struct worker_pool_figures {
	const char *name;
	size_t size, busy, waiting;
};

/* The first member of what carries out calls or tasks. Zeroed but for what the owner
 * sets. */
struct worker {
	struct workers *workers;
	struct arena *arena;
	struct db *db;                       /* of the owner; NULL = none */
	void (*work)(struct worker *worker); /* runs in the fiber */
	void (*done)(struct worker *worker); /* runs in the loop afterwards */
	unsigned *busy;                      /* counts the busy workers of the pool */
	struct worker *next;                 /* in a list of idle or waiting workers */

	/* Of worker.c. */
	struct fiber *fiber;
	struct worker *next_of_all;
	int64_t deadline_ms; /* monotonic, while it waits; 0 = none */
	bool answer;         /* how the wait ended */
};

/* The workers of one loop; none yet. */
struct workers *workers_new(void);

/* Adds a worker, which gets its stack and its arena when it first works. */
void worker_add(struct workers *workers, struct worker *worker);

/* Begins the work of an idle worker. */
void worker_begin(struct worker *worker);

/* The worker whose fiber runs now. */
struct worker *worker_running(const struct workers *workers);

/* Called in the fiber: waits until worker_resume(), and returns its answer; false at the
 * deadline (monotonic milliseconds; 0 = none). */
bool worker_pause(struct worker *worker, int64_t deadline_ms);
void worker_resume(struct worker *worker, bool answer);

/* Ends the waits whose deadline has passed. */
void workers_expire(struct workers *workers);

/* How many workers are busy, and how many of all could not reach the database lately. */
unsigned workers_busy(const struct workers *workers);
size_t workers_cut_off(const struct workers *workers);

#endif
