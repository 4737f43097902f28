/*
 * calls.h - the calls of a service: verifies each frame, routes it to workers, runs the
 * call and answers it.
 *
 * A frame takes one of four routes. The loop answers pings, requests for metrics and
 * unknown operations at once, even when every worker waits for the database. Reads
 * without a transaction share connections. Every other call has a connection to itself
 * while it runs. Slow work runs in threads.
 */
#ifndef KITH_COMMON_CALLS_CALLS_H
#define KITH_COMMON_CALLS_CALLS_H

#include <pthread.h>
#include <stdatomic.h>

#include "common/connections/connections.h"
#include "common/replica/replica.h"
#include "common/run/run.h"
#include "common/transport/transport.h"

/* The most calls that wait for a worker of the loop, and their bytes. Above either bound
 * no frame is read. */
#define CALLS_WAITING_MAX 1024
#define CALLS_WAITING_BYTES_MAX ((size_t)32 * 1024 * 1024)

/* The number of pools of calls_figures(). */
#define CALLS_POOLS 7

struct calls;

/* The environment of the calls. It lives as long as they do. */
struct calls_setup {
	enum service_name service;
	const struct op_entry *entries;
	size_t entry_count;
	const int *threads; /* by enum pool; 0 = the number for hashing */
	/* Of a member, or of the network of strangers; by enum pool; 0 = no bound. */
	const size_t *calls_per_member;
	/* Further calls of the member wait and let those of other members pass. */
	const size_t *threads_per_member;
	const atomic_bool *draining;
	atomic_int *in_flight; /* counts the calls that are not answered */
	/* Appends all metrics of the process. */
	void (*write_metrics)(struct buffer *out);

	struct loop *loop;
	struct workers *workers;
	struct connections *connections;
	struct replica *replica; /* NULL = none */
	const struct transport *transport;
};

struct calls *calls_new(const struct calls_setup *setup);

/* Starts the threads for slow work. `start` starts one thread. */
void calls_start_threads(
	struct calls *calls, pthread_t (*start)(void *(*run)(void *data), void *data));

/* The number of threads of a pool for slow work. */
size_t calls_thread_count(const struct calls_setup *setup, enum pool which);

/* The receiver of frames for common/transport. */
void calls_take(void *calls, struct frame *frame);
bool calls_has_room(void *calls);

/* Gives waiting calls to idle workers. calls_pending() says whether more waiting calls
 * could be given to one. */
void calls_dispatch(struct calls *calls);
bool calls_pending(const struct calls *calls);

/* Ends a turn whose answers have been sent: they no longer count as in flight. */
void calls_end_turn(struct calls *calls);

/* The figures of the pools, and the metrics of the operations. */
void calls_figures(struct calls *calls, struct worker_pool_figures figures[CALLS_POOLS]);
void calls_write_metrics(const struct calls *calls, struct buffer *out);

#endif
