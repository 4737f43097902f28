/*
 * service_inside.h - what the parts of service.h share; for service*.c alone.
 *
 * A database worker waits for a call with a REP context, runs it, and answers on the same
 * context. A call for LANE_OUTSIDE goes to other workers together with its context, and the
 * database worker goes on with a spare one: slow work never holds up reads.
 */
#ifndef KITH_SERVICE_INSIDE_H
#define KITH_SERVICE_INSIDE_H

#include <nng/nng.h>
#include <pthread.h>
#include <stdatomic.h>

#include "common/message.h"
#include "common/replay.h"
#include "common/service.h"
#include "common/service_metrics.h"

/* How many threads do slow work, and how many such calls may wait for them. */
#define OUTSIDE_WORKERS 2
#define OUTSIDE_WAITING_MAX 64

/* A call on its way to a worker of the outside lane. */
struct job {
	nng_ctx context;
	nng_msg *message;
	const uint8_t *body; /* in the message; authentic, fresh, well-formed */
	size_t size;
	int64_t arrived_us;
};

struct process {
	const struct service *service;
	nng_socket socket;
	struct key bus_key;
	struct replay *replay;
	struct service_metrics *metrics;
	char role[128];
	atomic_bool draining;
	atomic_int in_flight; /* calls that were received and are not answered yet */
	volatile int stop;    /* for the tasks */

	pthread_mutex_t lock; /* of what follows */
	pthread_cond_t waiting_changed;
	struct job waiting[OUTSIDE_WAITING_MAX];
	unsigned waiting_first, waiting_count;
	nng_ctx spare[OUTSIDE_WAITING_MAX + OUTSIDE_WORKERS];
	unsigned spare_count;
};

/* Opens the socket and listens; false after logging why not. */
bool service_bus_listen(struct process *process);

/* A context to receive with; put back when its answer is sent. */
nng_ctx service_bus_context(struct process *process);
void service_bus_put_back(struct process *process, nng_ctx context);

/* Waits for the next message; the caller owns it. NULL when that failed. */
nng_msg *service_bus_receive(nng_ctx context, nng_aio *aio);

/* Answers the message that the context received last. */
void service_bus_send(nng_ctx context, nng_aio *aio, const struct buffer *reply);

/* Gives slow work to the outside lane; false when too much of it is waiting. */
bool service_outside_put(struct process *process, const struct job *job);

/* Threads: they never end. */
void *service_worker_database(void *process);
void *service_worker_outside(void *process);

#endif
