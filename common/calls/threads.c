/*
 * threads.c - thread pools for slow work outside of the database.
 *
 * Each pool has its own threads and queue. So slow remote hosts delay neither
 * computations nor the operator's own object store.
 */
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "common/base/clock.h"
#include "common/base/id.h"
#include "common/base/must.h"
#include "common/base/wake.h"
#include "common/calls/inside.h"
#include "common/config/config.h"
#include "common/db/db.h"

/* The number of threads of a pool without a setting, and of calls that may wait. */
#define THREADS_USUAL 2
#define WAITING_MAX 64

/* The nice value of threads that compute, so that reads take precedence. */
#define NICENESS 10

struct slow_thread {
	struct calls *calls;
	struct thread_pool *pool;
	struct uuid *working_for;
};

static const struct uuid nobody;

/* Whether an operation of the service uses a pool. */
static bool
works_in(const struct calls_setup *setup, enum pool which)
{
	for (size_t i = 0; i < setup->entry_count; i++) {
		if (setup->entries[i].op->run.pool == which)
			return true;
	}
	return false;
}

/*
 * The kernel lets a thread finish its time slice whatever its nice value. Two password
 * hashes on two cores would delay every read by a slice, so one core stays free of
 * hashes.
 */
size_t
calls_thread_count(const struct calls_setup *setup, enum pool which)
{
	cpu_set_t cores;

	if (which == POOL_DATABASE || !works_in(setup, which))
		return 0;
	if (setup->threads[which] > CALLS_THREADS_MAX)
		return CALLS_THREADS_MAX;
	if (setup->threads[which] > 0)
		return (size_t)setup->threads[which];
	CPU_ZERO(&cores);
	if (sched_getaffinity(0, sizeof(cores), &cores) != 0 || CPU_COUNT(&cores) < 3)
		return 1;
	return THREADS_USUAL;
}

/* ---- the queue ---- */

/* How many calls of a member run. */
static size_t
count_running(const struct thread_pool *pool, const struct uuid *member)
{
	size_t count = 0;

	for (size_t i = 0; i < pool->size; i++)
		count += (size_t)id_equal(&pool->working_for[i], member);
	return count;
}

/* How many calls of a member wait or run. */
static size_t
count_of(const struct thread_pool *pool, const struct uuid *member)
{
	size_t count = count_running(pool, member);

	for (const struct frame *frame = pool->waiting.first; frame != NULL;
		frame = frame->next)
		count += (size_t)id_equal(&frame->member, member);
	return count;
}

/* Queues a call; false when too many wait. `*of_member` tells whether they are this
 * member's. */
static bool
put(struct calls *calls, struct frame *frame, bool *of_member)
{
	const enum pool which = frame->entry->op->run.pool;
	const size_t most = calls->setup.calls_per_member[which];
	struct thread_pool *pool = &calls->thread_pools[which];
	bool room;

	pthread_mutex_lock(&calls->lock);
	*of_member = most > 0 && !id_equal(&frame->member, &nobody) &&
		count_of(pool, &frame->member) >= most;
	room = !*of_member && pool->waiting.count < WAITING_MAX;
	if (room) {
		frame_queue_put(&pool->waiting, frame);
		pthread_cond_signal(&pool->changed);
	}
	pthread_mutex_unlock(&calls->lock);
	return room;
}

void
calls_threads_take(struct calls *calls, struct frame *frame)
{
	static const struct op own_op = {.name = "own"};
	const struct executor self = {.calls = calls, .arena = calls->arena};
	struct message_call message;
	struct call call;
	bool of_member = false;

	if (!calls_open(&self, frame, &message)) {
		calls_release(calls, frame);
		return;
	}
	frame->member = message.principal.member;
	if (put(calls, frame, &of_member))
		return;
	call = calls_call_of(&self, &message, &own_op);
	if (of_member)
		call_fail(&call, PROBLEM_RATE_LIMITED,
			"your earlier requests of this kind are still in progress; "
			"wait for their answers first");
	else
		call_fail(&call, PROBLEM_SERVICE_UNAVAILABLE,
			"too many requests of this kind are waiting");
	call.outcome.retry_after_s = of_member ? 5 : 1;
	calls_answer(&self, frame, &call);
	calls_release(calls, frame);
}

void
calls_threads_finish(void *data)
{
	struct calls *calls = data;
	struct frame_queue finished;
	struct frame *frame;

	pthread_mutex_lock(&calls->lock);
	finished = calls->finished;
	calls->finished = (struct frame_queue){0};
	pthread_mutex_unlock(&calls->lock);
	while ((frame = frame_queue_take(&finished)) != NULL) {
		const struct buffer reply = {
			.data = frame->answer, .size = frame->answer_size};

		if (frame->answer != NULL)
			calls->setup.transport->answer(frame, &reply);
		free(frame->answer);
		calls_release(calls, frame);
	}
}

/* ---- the threads ---- */

/* Whether the member of a frame occupies as many threads as one member may. */
static bool
must_wait(const struct slow_thread *thread, const struct frame *frame)
{
	const struct thread_pool *pool = thread->pool;
	const size_t most =
		thread->calls->setup
			.threads_per_member[pool - thread->calls->thread_pools];

	return most > 0 && !id_equal(&frame->member, &nobody) &&
		count_running(pool, &frame->member) >= most;
}

/* The oldest frame whose member may have another thread, or NULL. */
static struct frame *
take_first(const struct slow_thread *thread)
{
	struct frame_queue later = {0};
	struct frame *frame, *found = NULL;

	while ((frame = frame_queue_take(&thread->pool->waiting)) != NULL) {
		if (found == NULL && !must_wait(thread, frame))
			found = frame;
		else
			frame_queue_put(&later, frame);
	}
	thread->pool->waiting = later;
	return found;
}

static struct frame *
take(const struct slow_thread *thread)
{
	struct thread_pool *pool = thread->pool;
	struct calls *calls = thread->calls;
	struct frame *frame;

	pthread_mutex_lock(&calls->lock);
	while ((frame = take_first(thread)) == NULL)
		pthread_cond_wait(&pool->changed, &calls->lock);
	*thread->working_for = frame->member;
	pool->busy++;
	pthread_mutex_unlock(&calls->lock);
	return frame;
}

/* Returns an answered frame to the loop. */
static void
give_back(const struct slow_thread *thread, struct frame *frame)
{
	struct calls *calls = thread->calls;

	pthread_mutex_lock(&calls->lock);
	*thread->working_for = nobody;
	thread->pool->busy--;
	frame_queue_put(&calls->finished, frame);
	pthread_mutex_unlock(&calls->lock);
	wake_send(calls->wake);
}

static void *
run(void *data)
{
	struct slow_thread *thread = data;
	struct calls *calls = thread->calls;
	const struct executor executor = {.calls = calls,
		.arena = arena_new(CALLS_ARENA_BYTES),
		.db = db_new(
			config()->database_url.data, service_names[calls->setup.service]),
		.in_thread = true};

	if (thread->pool != &calls->thread_pools[POOL_STORE])
		setpriority(PRIO_PROCESS, (id_t)gettid(), NICENESS);
	for (;;) {
		struct frame *frame = take(thread);
		struct message_call message;

		/* The gateway has given up a call whose deadline has passed. */
		if (frame_is_wanted(frame) &&
			message_decode_call(executor.arena, frame->body, frame->body_size,
				&message) &&
			message.deadline_unix_ms > clock_unix_us() / 1000)
			calls_carry_out(&executor, frame, &message);
		give_back(thread, frame);
		arena_reset(executor.arena);
	}
	return NULL;
}

void
calls_start_threads(
	struct calls *calls, pthread_t (*start)(void *(*run)(void *data), void *data))
{
	for (int which = 0; which < POOL_COUNT; which++) {
		struct thread_pool *pool = &calls->thread_pools[which];

		pthread_cond_init(&pool->changed, NULL);
		pool->size = calls_thread_count(&calls->setup, (enum pool)which);
		for (size_t i = 0; i < pool->size; i++) {
			struct slow_thread *thread = must(malloc(sizeof(*thread)));

			*thread =
				(struct slow_thread){calls, pool, &pool->working_for[i]};
			start(run, thread);
		}
	}
}
