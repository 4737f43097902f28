/*
 * threads.c - thread pools for slow work outside of the database.
 *
 * Each pool has its own threads and queue. So slow remote hosts delay neither
 * computations nor the operator's own object store. In a queue, callers take turns
 * (turns.h).
 */
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "common/base/clock.h"
#include "common/base/must.h"
#include "common/base/wake.h"
#include "common/calls/inside.h"
#include "common/config/config.h"
#include "common/db/db.h"

/* The number of threads of a pool without a setting. */
#define THREADS_USUAL 2

/* The nice value of threads that compute, so that reads take precedence. */
#define NICENESS 5

struct slow_thread {
	struct calls *calls;
	struct thread_pool *pool;
};

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
	if (setup->threads[which] > TURNS_RUNNING_MAX)
		return TURNS_RUNNING_MAX;
	if (setup->threads[which] > 0)
		return (size_t)setup->threads[which];
	CPU_ZERO(&cores);
	if (sched_getaffinity(0, sizeof(cores), &cores) != 0 || CPU_COUNT(&cores) < 3)
		return 1;
	return THREADS_USUAL;
}

/* ---- the queue ---- */

/* Queues a call. Returns the call that has no place: NULL, this one or another.
 * `*of_caller` tells whether the reason is the bound of one caller. */
static struct frame *
put(struct calls *calls, struct frame *frame, bool *of_caller)
{
	const enum pool which = frame->entry->op->run.pool;
	const size_t most = calls->setup.calls_per_member[which];
	struct thread_pool *pool = &calls->thread_pools[which];
	struct frame *left_out = frame;

	pthread_mutex_lock(&calls->lock);
	*of_caller = most > 0 && turns_count(&pool->turns, &frame->key) >= most;
	if (!*of_caller)
		left_out = turns_put(&pool->turns, frame);
	if (left_out != frame)
		pthread_cond_signal(&pool->changed);
	pthread_mutex_unlock(&calls->lock);
	return left_out;
}

/* Refuses an authentic call. */
static void
refuse(struct calls *calls, struct frame *frame, bool of_caller)
{
	static const struct op own_op = {.name = "own"};
	const struct executor self = {.calls = calls, .arena = calls->arena};
	struct message_call message;
	struct call call;

	if (message_decode_call(calls->arena, frame->body, frame->body_size, &message)) {
		call = calls_call_of(&self, &message, &own_op);
		if (of_caller)
			call_fail(&call, PROBLEM_RATE_LIMITED,
				"your earlier requests of this kind are still in "
				"progress; wait for their answers first");
		else
			call_fail(&call, PROBLEM_SERVICE_UNAVAILABLE,
				"too many requests of this kind are waiting");
		call.outcome.retry_after_s = of_caller ? 5 : 1;
		calls_answer(&self, frame, &call);
	}
	calls_release(calls, frame);
}

void
calls_threads_take(struct calls *calls, struct frame *frame)
{
	const struct executor self = {.calls = calls, .arena = calls->arena};
	struct message_call message;
	bool of_caller = false;

	if (!calls_open(&self, frame, &message)) {
		calls_release(calls, frame);
		return;
	}
	frame->key = principal_key(&message.principal);
	frame = put(calls, frame, &of_caller);
	if (frame != NULL)
		refuse(calls, frame, of_caller);
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

static struct frame *
take(const struct slow_thread *thread)
{
	struct thread_pool *pool = thread->pool;
	struct calls *calls = thread->calls;
	const size_t most = calls->setup.threads_per_member[pool - calls->thread_pools];
	struct frame *frame;

	pthread_mutex_lock(&calls->lock);
	while ((frame = turns_take(&pool->turns, most)) == NULL)
		pthread_cond_wait(&pool->changed, &calls->lock);
	pthread_mutex_unlock(&calls->lock);
	return frame;
}

/* Returns an answered frame to the loop. */
static void
give_back(const struct slow_thread *thread, struct frame *frame)
{
	struct calls *calls = thread->calls;

	pthread_mutex_lock(&calls->lock);
	turns_end(&thread->pool->turns, frame);
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

			*thread = (struct slow_thread){calls, pool};
			start(run, thread);
		}
	}
}
