/*
 * pools.c - the worker pools of the loop.
 *
 * There are three pools, so that writes, which wait for the disk, do not delay reads, and
 * lists do not delay single records.
 */
#include <stdlib.h>

#include "common/base/arena.h"
#include "common/base/must.h"
#include "common/calls/inside.h"
#include "common/config/config.h"
#include "common/db/connection.h"
#include "common/db/pipeline.h"

/* The single records, and also the lists, that one shared connection reads at once. */
#define READERS_PER_CONNECTION 8

struct call_worker {
	struct worker worker; /* first */
	struct calls *calls;
	struct worker_pool *pool;
	struct db *replica;
	struct frame *frame;
};

/* Carries out the call of a worker; runs in its fiber. */
static void
work(struct worker *worker)
{
	struct call_worker *of = (struct call_worker *)worker;
	const struct executor executor = {.calls = of->calls,
		.arena = worker->arena,
		.db = worker->db,
		.replica = of->replica};
	struct message_call message;

	if (frame_is_wanted(of->frame) && calls_open(&executor, of->frame, &message))
		calls_carry_out(&executor, of->frame, &message);
	calls_release(of->calls, of->frame);
	arena_reset(worker->arena);
}

/* Adds a worker to the idle ones. One that cannot reach the database goes to the end. */
static void
put_idle(struct worker_pool *pool, struct worker *worker)
{
	struct worker **place = &pool->idle;

	while (*place != NULL && db_is_cut_off(worker->db))
		place = &(*place)->next;
	worker->next = *place;
	*place = worker;
}

static void
done(struct worker *worker)
{
	put_idle(((struct call_worker *)worker)->pool, worker);
}

/* Adds a worker to the pool of a route. It gets its own connection or a reader of shared
 * connections. */
static void
add_worker(struct calls *calls, enum route route)
{
	struct call_worker *of = must(calloc(1, sizeof(*of)));
	struct worker_pool *pool = &calls->pools[route];
	struct connections *connections = calls->setup.connections;

	of->calls = calls;
	of->pool = pool;
	of->worker.work = work;
	of->worker.done = done;
	of->worker.busy = &pool->busy;
	if (route == ROUTE_ALONE) {
		of->worker.db = connections_own(connections);
		if (calls->setup.replica != NULL)
			of->replica = replica_connection(connections);
	} else {
		of->worker.db = connections_reader(connections, &of->worker);
	}
	worker_add(calls->setup.workers, &of->worker);
	pool->size++;
	put_idle(pool, &of->worker);
}

void
calls_pools_prepare(struct calls *calls)
{
	const size_t connections = (size_t)config()->workers.value;
	/* Of two connections none is shared, so that no write waits for another. */
	const size_t part = (connections - 1) / 2;
	const size_t shared = part < DB_PIPELINES_MAX ? part : DB_PIPELINES_MAX;

	for (size_t i = 0; i < shared; i++)
		connections_add_shared(calls->setup.connections);
	for (size_t i = 0; i < shared * READERS_PER_CONNECTION; i++) {
		add_worker(calls, ROUTE_READ);
		add_worker(calls, ROUTE_LIST);
	}
	for (size_t i = shared; i < connections; i++)
		add_worker(calls, ROUTE_ALONE);
}

/* Whether a call waits and an idle worker should take it. A worker that cannot reach the
 * database would refuse the call at once, so the call waits for busy workers of the pool
 * instead. */
static bool
pending(const struct worker_pool *pool)
{
	return pool->waiting.count > 0 && pool->idle != NULL &&
		(pool->busy == 0 || !db_is_cut_off(pool->idle->db));
}

bool
calls_pending(const struct calls *calls)
{
	for (int route = 0; route < WORKER_POOLS; route++) {
		if (pending(&calls->pools[route]))
			return true;
	}
	return false;
}

void
calls_dispatch(struct calls *calls)
{
	for (int route = 0; route < WORKER_POOLS; route++) {
		struct worker_pool *pool = &calls->pools[route];

		while (pending(pool)) {
			struct worker *worker = pool->idle;

			pool->idle = worker->next;
			((struct call_worker *)worker)->frame =
				frame_queue_take(&pool->waiting);
			worker_begin(worker);
		}
		if (pool->waiting.count > 0 && pool->idle != NULL)
			connections_reopen(pool->idle->db);
	}
}
