/*
 * outside.c - threads for slow work outside of the database.
 */
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "common/config/config.h"
#include "common/db/db.h"
#include "common/service/inside.h"

#define ARENA_BYTES ((size_t)32 * 1024)

/* The nice value of these threads. */
#define NICENESS 10

/* Whether the service does slow work of its own, as hashing passwords is. */
static bool
works_outside(const struct service *service)
{
	for (size_t i = 0; i < service->entry_count; i++) {
		if (service->entries[i].op->lane == LANE_OUTSIDE)
			return true;
	}
	return false;
}

/*
 * Whatever the thread's nice value, the kernel lets it finish its slice before a thread that an
 * answer woke, so that two hashes on two cores make every read wait for a tick. So one core is
 * left free of hashes.
 */
int
service_outside_count(const struct service *service)
{
	cpu_set_t cores;

	if (!works_outside(service))
		return 0;
	if (service->outside_workers > 0)
		return service->outside_workers;
	CPU_ZERO(&cores);
	if (sched_getaffinity(0, sizeof(cores), &cores) != 0 || CPU_COUNT(&cores) < 3)
		return 1;
	return OUTSIDE_WORKERS_MAX;
}

/* Waits for slow work. */
static struct service_frame *
take(struct process *process)
{
	struct service_frame *frame;

	pthread_mutex_lock(&process->lock);
	while (process->outside.count == 0)
		pthread_cond_wait(&process->outside_changed, &process->lock);
	frame = service_queue_take(&process->outside);
	pthread_mutex_unlock(&process->lock);
	return frame;
}

/* Hands a frame back to the loop, with its answer. */
static void
give_back(struct process *process, struct service_frame *frame)
{
	pthread_mutex_lock(&process->lock);
	service_queue_put(&process->finished, frame);
	pthread_mutex_unlock(&process->lock);
	service_loop_wake(process);
}

void *
service_outside_run(void *process)
{
	struct worker worker = {
		.process = process, .arena = arena_new(ARENA_BYTES), .outside = true};

	/* Hashing passwords takes a whole core for a while; reads come first. */
	setpriority(PRIO_PROCESS, (id_t)gettid(), NICENESS);
	worker.db = db_new(config()->database_url.data,
		service_names[worker.process->service->name]);
	for (;;) {
		struct service_frame *frame = take(process);

		if (worker.process->bus->wanted(frame))
			service_call_run_outside(&worker, frame);
		give_back(process, frame);
		arena_reset(worker.arena);
	}
	return NULL;
}
