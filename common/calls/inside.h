/*
 * inside.h - shared by the files of calls. Each file uses only those before it:
 * metrics.c, route.c, call.c, own.c, pools.c, turns.c, threads.c, calls.c.
 */
#ifndef KITH_COMMON_CALLS_INSIDE_H
#define KITH_COMMON_CALLS_INSIDE_H

#include "common/bus/message.h"
#include "common/bus/replay.h"
#include "common/calls/calls.h"
#include "common/calls/turns.h"
#include "common/metrics/metrics.h"

#define CALLS_ARENA_BYTES ((size_t)32 * 1024)

/* The route of a frame. The routes to workers of the loop come first; each has a pool. */
enum route {
	ROUTE_READ,  /* reads of single records; they share connections */
	ROUTE_LIST,  /* reads of lists, which take longer; they share connections */
	ROUTE_ALONE, /* has a connection to itself */
	ROUTE_THREADS,
	ROUTE_OWN, /* the loop answers itself */
};

#define WORKER_POOLS (ROUTE_ALONE + 1)

/* The workers of a route in the loop, and the calls that wait for them. */
struct worker_pool {
	struct frame_queue waiting;
	/* The last used worker comes first, because the plans of its connection are still
	 * cached. Workers that could not reach the database come last. */
	struct worker *idle;
	unsigned size, busy;
};

/* The threads of a pool for slow work, and the calls that wait for them. */
struct thread_pool {
	pthread_cond_t changed;
	struct turns turns;
	size_t size;
};

struct calls {
	struct calls_setup setup;
	struct key key;
	struct replay *replay;
	int64_t started_ms;
	struct metrics_op *metrics; /* of each entry */
	struct arena *arena;        /* for the answers of the loop itself */
	struct worker_pool pools[WORKER_POOLS];
	int released; /* calls answered in this turn, in flight until its end */

	struct wake *wake;
	pthread_mutex_t lock; /* protects the following members */
	struct thread_pool thread_pools[POOL_COUNT];
	struct frame_queue finished; /* calls that threads have finished */
};

/* The resources for carrying out a call. */
struct executor {
	struct calls *calls;
	struct arena *arena;
	struct db *db;      /* NULL when the loop answers itself */
	struct db *replica; /* a connection to the replica, or NULL */
	bool in_thread;
};

/* ---- metrics.c ---- */

/* Notes an answered call in the metrics. Any thread may call this. */
void calls_note(struct calls *calls, const struct op_entry *entry, enum problem problem,
	int64_t duration_us);

/* ---- route.c ---- */

/* Finds the operation of a frame, by a name that is not verified yet, and its route. */
enum route calls_route(const struct calls *calls, struct frame *frame);

/* ---- call.c ---- */

/* Whether a frame is authentic, well-formed, in time and new. Ask this once for each
 * frame. A refused frame gets no answer, because its sender could learn something from
 * one. A late ping is answered, so that a service that was stopped for a while is used
 * again. */
bool calls_open(const struct executor *executor, struct frame *frame,
	struct message_call *message);

/* The call of a message. */
struct call calls_call_of(const struct executor *executor,
	const struct message_call *message, const struct op *op);

/* Encodes, signs and sends an answer. In a thread it leaves the sending to the loop. */
void
calls_answer(const struct executor *executor, struct frame *frame, struct call *call);

/* Runs a call, answers it, and notes it in the metrics and the log. */
void calls_carry_out(const struct executor *executor, struct frame *frame,
	const struct message_call *message);

/* Frees a frame, answered or not. */
void calls_release(struct calls *calls, struct frame *frame);

/* ---- own.c ---- */

/* Answers a ping, a request for metrics, or an unknown operation. */
void calls_answer_own(struct calls *calls, struct frame *frame);

/* ---- pools.c ---- */
void calls_pools_prepare(struct calls *calls);

/* ---- threads.c ---- */

/* Queues a frame for a thread, or answers with a refusal. */
void calls_threads_take(struct calls *calls, struct frame *frame);

/* Sends the answers of the threads; called in the loop. */
void calls_threads_finish(void *calls);

#endif
