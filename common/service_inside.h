/*
 * service_inside.h - what the parts of service.h share; for service*.c alone.
 *
 * A frame of the bus goes one of three ways. What needs no worker (pings, metrics, frames
 * that nobody can carry out) is answered by whoever read it, so that it is answered even
 * when every worker waits for the database. Calls of LANE_OUTSIDE wait for the two workers
 * that do slow work; all others wait for a worker of the database lane.
 */
#ifndef KITH_SERVICE_INSIDE_H
#define KITH_SERVICE_INSIDE_H

#include <pthread.h>
#include <stdatomic.h>

#include "common/message.h"
#include "common/replay.h"
#include "common/service.h"
#include "common/service_metrics.h"

/* At most so many threads do slow work, and so many such calls may wait for them. */
#define OUTSIDE_WORKERS_MAX 2
#define OUTSIDE_WAITING_MAX 64

struct process;
struct service_peer;
struct service_seat;

/* A thread that serves. */
struct worker {
	struct process *process;
	struct arena *arena; /* of one call */
	struct db *db;       /* NULL while it has none of the process's connections */
};

/* A frame as it came, and where its answer goes. */
struct service_frame {
	struct service_frame *next; /* in a queue */
	const uint8_t *bytes;
	size_t size;
	const uint8_t *body; /* in the bytes, once they are found authentic */
	size_t body_size;
	int64_t arrived_us;
	struct service_peer *peer; /* of service_sp.h */
	uint32_t id;               /* the peer's number of it */
	struct service_seat *seat; /* of service_nng.c */
};

/* Frames in the order of their arrival. */
struct service_queue {
	struct service_frame *first, *last;
	size_t count, bytes;
};

/* One way to listen. */
struct service_bus {
	/* Listens; false after logging why not. */
	bool (*listen)(struct process *process, const char *address);

	/* The next call of the database lane, the worker having a connection to the database;
	 * waits for it, and sees to all other frames meanwhile. */
	struct service_frame *(*receive)(struct worker *worker);

	/* Whether whoever asked is still there, as far as is known. */
	bool (*wanted)(const struct service_frame *frame);

	/* Sends the answer; nothing happens when whoever asked is gone. */
	void (*answer)(struct service_frame *frame, const struct buffer *reply);

	/* Frees a frame, answered or not. */
	void (*release)(struct service_frame *frame);

	/* Threads of the database lane beyond the connections to the database. */
	int64_t extra_workers;
};

struct process {
	const struct service *service;
	const struct service_bus *bus;
	struct service_sp *sp; /* of the bus, if it is service_sp */
	struct key bus_key;
	struct replay *replay;
	struct service_metrics *metrics;
	char role[128];
	atomic_bool draining;
	atomic_int
		in_flight; /* calls that are not answered, peers that do not read answers */
	volatile int stop; /* for the tasks */

	pthread_mutex_t lock; /* of what follows */
	pthread_cond_t outside_changed;
	struct service_queue outside;
	struct db **
		databases; /* connections that no worker uses; the last used is the last */
	size_t database_count;
};

/* ---- service_bus.c ---- */

/* Chooses the way to listen by the configured address, listens, and confines the process. */
bool service_bus_listen(struct process *process);

extern const struct service_bus service_sp;  /* service_sp.c: ipc:// and tcp:// */
extern const struct service_bus service_nng; /* service_nng.c: all that libnng knows */

/* ---- service_queue.c ---- */
void service_queue_put(struct service_queue *queue, struct service_frame *frame);
void service_queue_append(struct service_queue *queue, struct service_queue *more);
struct service_frame *service_queue_take(struct service_queue *queue);

/* ---- service_call.c ---- */
enum service_way {
	WAY_ITSELF,
	WAY_OUTSIDE,
	WAY_DATABASE
};

/* Where a frame has to go, by a look at the name in it: not yet a word to rely on. */
enum service_way
service_call_way(const struct process *process, const uint8_t *bytes, size_t size);

/* Answers a frame of WAY_ITSELF, or is silent when it is not authentic. */
void service_call_answer_itself(struct worker *worker, struct service_frame *frame);

/* Gives an authentic call to the outside lane, or answers that too many wait there; the
 * frame is then no longer the caller's. */
void service_call_pass_outside(struct worker *worker, struct service_frame *frame);

/* Carries out a call of the database lane. */
void service_call_run(struct worker *worker, struct service_frame *frame);

/* Carries out a call that service_call_pass_outside() has vetted. */
void service_call_run_outside(struct worker *worker, struct service_frame *frame);

/* ---- service_worker.c ---- */

/* A connection that nobody uses, or NULL; the process's lock is held. */
struct db *service_worker_take_db(struct process *process);
void service_worker_put_db(struct process *process, struct db *db);

/* The connections of the database lane; none is opened yet. */
void service_worker_prepare(struct process *process);

/* Threads: they never end. */
void *service_worker_database(void *process);
void *service_worker_outside(void *process);

#endif
