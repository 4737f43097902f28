/*
 * worker.h - one thread of the gateway: a loop with its HTTP server, bus and caches.
 */
#ifndef KITH_WORKER_H
#define KITH_WORKER_H

#include "gateway/core/gateway.h"

/* What the workers of a process share; it lives as long as the process. */
struct worker_shared {
	const struct config *config;
	int connections_max; /* as many of the configured ones as there can be */
	struct limits *limits;
	struct exports *exports;
	struct revocations *revocations;
	struct writes *writes;
	struct http_budget *budget; /* of all requests' memory */
	struct http_peers *peers;   /* the caps on connections are those of the process */
	const char *addresses[SERVICE_COUNT]; /* of the bus */
	struct key keys[SERVICE_COUNT];       /* likewise */
};

struct worker;

struct worker_shared *worker_shared_new(const struct config *config, int connections_max);

/* A worker with its ports bound, and nothing else that others could reach yet; NULL
 * (errno set) when they cannot be. The first one also has the operations port. If one
 * is missing, the process must end. */
struct worker *worker_new(const struct worker_shared *shared, bool first);

/* What it needs to run: its end of the bus and its servers. This may start threads, so
 * that the process must be confined before. False (errno set) when that cannot be. */
bool worker_open(struct worker *worker);

/* Runs it in a thread of its own. */
void worker_start(struct worker *worker);

/* Asks it to finish what it has begun, within ten seconds. Any thread. */
void worker_drain(struct worker *worker);

/* Waits until its thread has ended and frees it. */
void worker_free(struct worker *worker);

#endif
