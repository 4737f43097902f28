/*
 * outside.c - threads for slow work outside of the database.
 *
 * Each lane has threads and a queue of its own, so that hosts that do not answer hold up neither
 * what a processor is needed for, nor what the operator's own store answers.
 */
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "common/base/id.h"
#include "common/config/config.h"
#include "common/db/db.h"
#include "common/service/inside.h"

#define ARENA_BYTES ((size_t)32 * 1024)

/* The nice value of these threads. */
#define NICENESS 10

/* One of the threads; it lives as long as the process. */
struct outside_thread {
	struct process *process;
	struct service_pool *pool;
	struct uuid *working_for;
};

static const struct uuid nobody;

/* Whether the service does slow work of this lane, as hashing passwords is. */
static bool
works_in(const struct service *service, enum lane lane)
{
	for (size_t i = 0; i < service->entry_count; i++) {
		if (service->entries[i].op->run.lane == lane)
			return true;
	}
	return false;
}

/*
 * Whatever the thread's nice value, the kernel lets it finish its slice before a thread that an
 * answer woke, so that two hashes on two cores make every read wait for a tick. So one core is
 * left free of hashes.
 */
size_t
service_outside_count(const struct service *service, enum lane lane)
{
	cpu_set_t cores;

	if (lane == LANE_DATABASE || !works_in(service, lane))
		return 0;
	if (service->threads[lane] > 0)
		return (size_t)service->threads[lane];
	CPU_ZERO(&cores);
	if (sched_getaffinity(0, sizeof(cores), &cores) != 0 || CPU_COUNT(&cores) < 3)
		return 1;
	return OUTSIDE_WORKERS_MAX;
}

/* ---- the queue ---- */

/* How many calls of a member wait or are carried out. */
static size_t
count_of(const struct service_pool *pool, const struct uuid *member)
{
	size_t count = 0;

	for (const struct service_frame *frame = pool->calls.first; frame != NULL;
		frame = frame->next)
		count += (size_t)id_equal(&frame->member, member);
	for (size_t i = 0; i < pool->threads; i++)
		count += (size_t)id_equal(&pool->working_for[i], member);
	return count;
}

bool
service_outside_put(struct process *process, struct service_frame *frame, bool *of_member)
{
	const enum lane lane = frame->entry->op->run.lane;
	const size_t most = process->service->calls_per_member[lane];
	struct service_pool *pool = &process->pools[lane];
	bool room;

	pthread_mutex_lock(&process->lock);
	*of_member = most > 0 && !id_equal(&frame->member, &nobody) &&
		count_of(pool, &frame->member) >= most;
	room = !*of_member && pool->calls.count < POOL_WAITING_MAX;
	if (room) {
		service_queue_put(&pool->calls, frame);
		pthread_cond_signal(&pool->changed);
	}
	pthread_mutex_unlock(&process->lock);
	return room;
}

/* ---- the threads ---- */

/* Waits for slow work. */
static struct service_frame *
take(const struct outside_thread *thread)
{
	struct service_pool *pool = thread->pool;
	struct process *process = thread->process;
	struct service_frame *frame;

	pthread_mutex_lock(&process->lock);
	while (pool->calls.count == 0)
		pthread_cond_wait(&pool->changed, &process->lock);
	frame = service_queue_take(&pool->calls);
	*thread->working_for = frame->member;
	pool->busy++;
	pthread_mutex_unlock(&process->lock);
	return frame;
}

/* Hands a frame back to the loop, with its answer. */
static void
give_back(const struct outside_thread *thread, struct service_frame *frame)
{
	struct process *process = thread->process;

	pthread_mutex_lock(&process->lock);
	*thread->working_for = nobody;
	thread->pool->busy--;
	service_queue_put(&process->finished, frame);
	pthread_mutex_unlock(&process->lock);
	service_loop_wake(process);
}

static void *
run(void *data)
{
	struct outside_thread *thread = data;
	struct process *process = thread->process;
	struct worker worker = {
		.process = process, .arena = arena_new(ARENA_BYTES), .outside = true};

	/* Hashing passwords takes a whole core for a while; reads come first. */
	if (thread->pool != &process->pools[LANE_STORE])
		setpriority(PRIO_PROCESS, (id_t)gettid(), NICENESS);
	worker.db = db_new(
		config()->database_url.data, service_names[process->service->name]);
	for (;;) {
		struct service_frame *frame = take(thread);

		if (process->bus->wanted(frame))
			service_call_run_outside(&worker, frame);
		give_back(thread, frame);
		arena_reset(worker.arena);
	}
	return NULL;
}

void
service_outside_start(
	struct process *process, pthread_t (*start)(void *(*run)(void *data), void *data))
{
	for (int lane = 0; lane < LANE_COUNT; lane++) {
		struct service_pool *pool = &process->pools[lane];

		pthread_cond_init(&pool->changed, NULL);
		pool->threads = service_outside_count(process->service, (enum lane)lane);
		if (pool->threads > POOL_THREADS_MAX)
			pool->threads = POOL_THREADS_MAX;
		for (size_t i = 0; i < pool->threads; i++) {
			struct outside_thread *thread =
				service_must(malloc(sizeof(*thread)));

			*thread = (struct outside_thread){
				process, pool, &pool->working_for[i]};
			start(run, thread);
		}
	}
}
