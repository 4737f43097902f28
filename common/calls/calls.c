#include "common/calls/calls.h"

#include <stdlib.h>

#include "common/base/clock.h"
#include "common/base/must.h"
#include "common/base/wake.h"
#include "common/calls/inside.h"

struct calls *
calls_new(const struct calls_setup *setup)
{
	struct calls *calls = must(calloc(1, sizeof(*calls)));

	calls->setup = *setup;
	calls->key = secret_bus_key(setup->service);
	calls->replay = replay_new();
	calls->started_ms = clock_monotonic_ms();
	calls->metrics = must(calloc(setup->entry_count, sizeof(*calls->metrics)));
	calls->arena = arena_new(CALLS_ARENA_BYTES);
	calls->wake = wake_new(setup->loop, calls_threads_finish, calls);
	pthread_mutex_init(&calls->lock, NULL);
	calls_pools_prepare(calls);
	return calls;
}

void
calls_take(void *data, struct frame *frame)
{
	struct calls *calls = data;
	enum route route = calls_route(calls, frame);

	atomic_fetch_add(calls->setup.in_flight, 1);
	switch (route) {
	case ROUTE_READ:
	case ROUTE_LIST:
	case ROUTE_ALONE:
		/* With one or two connections there is only one pool. */
		if (calls->pools[route].size == 0)
			route = ROUTE_ALONE;
		frame_queue_put(&calls->pools[route].waiting, frame);
		return;
	case ROUTE_THREADS:
		calls_threads_take(calls, frame);
		break;
	case ROUTE_OWN:
		calls_answer_own(calls, frame);
		calls_release(calls, frame);
		break;
	}
	arena_reset(calls->arena);
}

bool
calls_has_room(void *data)
{
	const struct calls *calls = data;
	size_t count = 0, bytes = 0;

	for (int route = 0; route < WORKER_POOLS; route++) {
		count += calls->pools[route].waiting.count;
		bytes += calls->pools[route].waiting.bytes;
	}
	return count < CALLS_WAITING_MAX && bytes < CALLS_WAITING_BYTES_MAX;
}

void
calls_end_turn(struct calls *calls)
{
	atomic_fetch_sub(calls->setup.in_flight, calls->released);
	calls->released = 0;
}

static struct worker_pool_figures
figures_of(const char *name, const struct worker_pool *pool)
{
	return (struct worker_pool_figures){.name = name,
		.size = pool->size,
		.busy = pool->busy,
		.waiting = pool->waiting.count};
}

/* The figures of a thread pool. The threads share its queue with the loop. */
static struct worker_pool_figures
figures_of_threads(struct calls *calls, const char *name, enum pool which)
{
	const struct thread_pool *pool = &calls->thread_pools[which];
	struct worker_pool_figures figures = {.name = name, .size = pool->size};

	pthread_mutex_lock(&calls->lock);
	figures.waiting = pool->turns.waiting.count;
	figures.busy = pool->turns.running_count;
	pthread_mutex_unlock(&calls->lock);
	return figures;
}

void
calls_figures(struct calls *calls, struct worker_pool_figures figures[CALLS_POOLS])
{
	figures[0] = figures_of("read", &calls->pools[ROUTE_READ]);
	figures[1] = figures_of("list", &calls->pools[ROUTE_LIST]);
	figures[2] = figures_of("alone", &calls->pools[ROUTE_ALONE]);
	figures[3] = figures_of_threads(calls, "outside", POOL_OUTSIDE);
	figures[4] = figures_of_threads(calls, "web", POOL_WEB);
	figures[5] = figures_of_threads(calls, "store", POOL_STORE);
	figures[6] = figures_of_threads(calls, "social", POOL_SOCIAL);
}
