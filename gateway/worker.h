/*
 * worker.h - one thread of the gateway: an event loop with its HTTP server, bus and
 * caches.
 */
#ifndef KITH_WORKER_H
#define KITH_WORKER_H

#include "gateway/core/gateway.h"

/* The state that workers share; it lives as long as the process. */
struct worker_shared {
	const struct config *config;
	int connections_max; /* the configured connections, as far as descriptors allow */
	struct limits *limits;
	struct exports *exports;
	struct revocations *revocations;
	struct writes *writes;
	struct http_memory *memory; /* the memory of all requests */
	struct http_peers *peers;   /* connections are limited for the whole process */
	const char *addresses[SERVICE_COUNT]; /* of the bus */
	struct key keys[SERVICE_COUNT];       /* likewise */
};

struct worker;

struct worker_shared *worker_shared_new(const struct config *config, int connections_max);

/* Creates a worker with its ports bound; NULL (errno set) on failure, which must end
 * the process. The first worker has the operations port, too. */
struct worker *worker_new(const struct worker_shared *shared, bool first);

/* Creates the worker's bus and servers. This may start threads, so the process must be
 * confined before. False (errno set) on failure. */
bool worker_open(struct worker *worker);

/* Runs the worker in its own thread. */
void worker_start(struct worker *worker);

/* Starts a graceful shutdown of at most ten seconds. Thread-safe. */
void worker_drain(struct worker *worker);

/* Joins the thread and frees the worker. */
void worker_free(struct worker *worker);

#endif
