#include "common/worker/worker.h"

#include <stdlib.h>

#include "common/base/arena.h"
#include "common/base/clock.h"
#include "common/base/fiber.h"
#include "common/base/must.h"
#include "common/db/connection.h"

#define ARENA_BYTES ((size_t)32 * 1024)

struct workers {
	struct worker *running; /* NULL = none */
	struct worker *all;
	unsigned busy;
};

struct workers *
workers_new(void)
{
	return must(calloc(1, sizeof(struct workers)));
}

void
worker_add(struct workers *workers, struct worker *worker)
{
	worker->workers = workers;
	worker->next_of_all = workers->all;
	workers->all = worker;
}

/* Runs a worker until it waits or is done. Runs may be nested: a worker that finds a
 * shared connection lost resumes the workers that wait for it. */
static void
run(struct worker *worker, void (*enter)(struct worker *worker))
{
	struct workers *workers = worker->workers;
	struct worker *before = workers->running;

	workers->running = worker;
	enter(worker);
	workers->running = before;
	if (fiber_busy(worker->fiber))
		return;
	workers->busy--;
	--*worker->busy;
	worker->done(worker);
}

static void
work(void *data)
{
	struct worker *worker = data;

	worker->work(worker);
}

static void
enter_new(struct worker *worker)
{
	fiber_start(worker->fiber, work, worker);
}

static void
enter_again(struct worker *worker)
{
	fiber_resume(worker->fiber);
}

void
worker_begin(struct worker *worker)
{
	worker->workers->busy++;
	++*worker->busy;
	if (worker->fiber == NULL)
		worker->fiber = fiber_new();
	if (worker->arena == NULL)
		worker->arena = arena_new(ARENA_BYTES);
	run(worker, enter_new);
}

struct worker *
worker_running(const struct workers *workers)
{
	return workers->running;
}

bool
worker_pause(struct worker *worker, int64_t deadline_ms)
{
	worker->deadline_ms = deadline_ms;
	fiber_wait(worker->fiber);
	worker->deadline_ms = 0;
	return worker->answer;
}

void
worker_resume(struct worker *worker, bool answer)
{
	worker->answer = answer;
	run(worker, enter_again);
}

void
workers_expire(struct workers *workers)
{
	int64_t now_ms = clock_monotonic_ms();

	for (struct worker *worker = workers->all; worker != NULL;
		worker = worker->next_of_all) {
		if (worker->deadline_ms != 0 && worker->deadline_ms <= now_ms)
			worker_resume(worker, false);
	}
}

unsigned
workers_busy(const struct workers *workers)
{
	return workers->busy;
}

size_t
workers_cut_off(const struct workers *workers)
{
	size_t count = 0;

	for (const struct worker *worker = workers->all; worker != NULL;
		worker = worker->next_of_all)
		count += worker->db != NULL && db_is_cut_off(worker->db);
	return count;
}
