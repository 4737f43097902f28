/*
 * worker.h - fibers of a loop that carry out calls and tasks, and wait for descriptors.
 *
 * A worker belongs to a pool and has its own memory arena. It runs until its work waits
 * or is done, and then the loop continues. Only the loop's thread may use it.
 */
#ifndef KITH_COMMON_WORKER_WORKER_H
#define KITH_COMMON_WORKER_WORKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct db;
struct workers;

/* The figures of a pool for the metrics. */
struct worker_pool_figures {
	const char *name;
	size_t size, busy, waiting;
};

/* A worker; the first member of a struct for calls or tasks. The owner zeroes it and sets
 * the first members. */
struct worker {
	struct workers *workers;
	struct arena *arena;
	struct db *db;                       /* belongs to the owner; NULL = none */
	void (*work)(struct worker *worker); /* runs in the fiber */
	void (*done)(struct worker *worker); /* runs in the loop afterwards */
	unsigned *busy;                      /* counts the busy workers of the pool */
	struct worker *next;                 /* in a list of idle or waiting workers */

	/* Used only by worker.c. */
	struct fiber *fiber;
	struct worker *next_of_all;
	int64_t deadline_ms; /* monotonic, while it waits; 0 = none */
	bool answer;         /* the result of worker_pause() */
};

/* Creates an empty set of workers for one loop. */
struct workers *workers_new(void);

/* Adds a worker. It gets its stack and its arena when it first works. */
void worker_add(struct workers *workers, struct worker *worker);

/* Begins the work of an idle worker. */
void worker_begin(struct worker *worker);

/* The worker whose fiber is running. */
struct worker *worker_running(const struct workers *workers);

/* worker_pause() waits in the fiber until worker_resume(), and returns its answer. It
 * returns false at the deadline (monotonic milliseconds; 0 = none). */
bool worker_pause(struct worker *worker, int64_t deadline_ms);
void worker_resume(struct worker *worker, bool answer);

/* Ends the waits whose deadline has passed. */
void workers_expire(struct workers *workers);

/* The number of busy workers, and of workers that recently could not reach the
 * database. */
unsigned workers_busy(const struct workers *workers);
size_t workers_cut_off(const struct workers *workers);

#endif
