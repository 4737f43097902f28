/*
 * inside.h - what the files of calls share. From below: metrics.c, route.c, call.c,
 * own.c, pools.c, threads.c, calls.c.
 */
#ifndef KITH_COMMON_CALLS_INSIDE_H
#define KITH_COMMON_CALLS_INSIDE_H

#include "common/bus/message.h"
#include "common/bus/replay.h"
#include "common/calls/calls.h"
#include "common/metrics/metrics.h"

#define CALLS_ARENA_BYTES ((size_t)32 * 1024)
#define CALLS_THREADS_MAX 32

/* Where a frame goes. The routes to workers of the loop come first; each has a pool. */
enum route {
	ROUTE_READ,  /* shares connections */
	ROUTE_LIST,  /* the same for lists, which take longer */
	ROUTE_ALONE, /* has a connection to itself */
	ROUTE_THREADS,
	ROUTE_OWN, /* the loop answers */
};

#define WORKER_POOLS (ROUTE_ALONE + 1)

/* Workers of the loop, and the calls that wait for them. */
struct worker_pool {
	struct frame_queue waiting;
	/* The last used worker comes first, as its plans are still cached. Workers that
	 * could not reach the database come last. */
	struct worker *idle;
	unsigned size, busy;
};

/* Threads for the slow work of a pool, and the calls that wait for them. */
struct thread_pool {
	pthread_cond_t changed;
	struct frame_queue waiting;
	struct uuid
		working_for[CALLS_THREADS_MAX]; /* the member of each call; zero = none */
	size_t size, busy;
};

struct calls {
	struct calls_setup setup;
	struct key key;
	struct replay *replay;
	int64_t started_ms;
	struct metrics_op *metrics; /* of each entry */
	struct arena *arena;        /* for what the loop answers itself */
	struct worker_pool pools[WORKER_POOLS];
	int released; /* calls of this turn that are in flight until its end */

	struct wake *wake;
	pthread_mutex_t lock; /* of what follows */
	struct thread_pool thread_pools[POOL_COUNT];
	struct frame_queue finished; /* slow work that is done */
};

/* What carries out a call. */
struct executor {
	struct calls *calls;
	struct arena *arena;
	struct db *db;      /* NULL: the loop itself */
	struct db *replica; /* a connection to the replica, or NULL */
	bool in_thread;
};

/* ---- metrics.c ---- */

/* Notes a call that was answered. Any thread may. */
void calls_note(struct calls *calls, const struct op_entry *entry, enum problem problem,
	int64_t duration_us);

/* ---- route.c ---- */

/* Finds the operation of a frame, by a name that is not authentic yet, and its route. */
enum route calls_route(const struct calls *calls, struct frame *frame);

/* ---- call.c ---- */

/* Whether a frame is authentic, well-formed, in time and new; may be asked once. Another
 * frame gets no answer, from which its sender could learn something. A late ping is
 * answered, so that a service that was stopped for a while is used again. */
bool calls_open(const struct executor *executor, struct frame *frame,
	struct message_call *message);

/* The call that a message asks for. */
struct call calls_call_of(const struct executor *executor,
	const struct message_call *message, const struct op *op);

/* Encodes, signs and sends an answer. From a thread the loop sends it. */
void
calls_answer(const struct executor *executor, struct frame *frame, struct call *call);

/* Carries out a call, answers it, and notes it in the metrics and the log. */
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

/* Queues a frame for a thread, or answers why not. */
void calls_threads_take(struct calls *calls, struct frame *frame);

/* Sends the answers of the threads; in the loop. */
void calls_threads_finish(void *calls);

#endif
