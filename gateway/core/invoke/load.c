#include "gateway/core/invoke/load.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/hash.h"
#include "common/base/id.h"
#include "common/metrics/metrics.h"
#include "common/secret/secret.h"
#include "proto/op.h"

/* Additive increase and multiplicative decrease, as TCP finds its share of a path. */
#define LIMIT_FIRST 64
#define LIMIT_MIN 32
#define LIMIT_MAX 256 /* the bus sends one instance no more calls */

/* Calls in threads wait in a queue of the service, in which callers take turns. 32
 * sign-ins at once from one network wait for each other there, and none in vain. */
#define LIMIT_MIN_IN_THREADS 64

/* Replies of megabytes take some ten milliseconds each, and all calls of the service wait
 * behind them. */
#define LIMIT_MIN_LARGE 8

/* The target duration of a call; longer calls mostly wait. */
#define DURATION_MAX_MS 150

/* A lower limit takes this long to show in durations. */
#define DECREASE_EVERY_MS 100

/* The limit grows by one after this many calls ended in time. */
#define GROW_EVERY 4

/* Counters of callers by hash. Two callers may share one, and their part. */
#define CALLERS 4096
#define MEMBER_PART 8

/* Calls of the whole process, by index in ops[]; for metrics only. */
static atomic_int under_way[METRICS_OPS_MAX];

struct load_operation {
	int under_way, limit, limit_min, in_time;
	int64_t decreased_ms;
};

struct load {
	uint64_t seed; /* nobody can choose a network that shares another's counter */
	uint16_t caller_calls[CALLERS];
	struct load_operation
		operations[]; /* by index in ops[], and one for all others */
};

struct load *
load_new(void)
{
	struct load *load =
		calloc(1, sizeof(*load) + (op_count + 1) * sizeof(struct load_operation));

	if (load == NULL)
		abort();
	secret_random(&load->seed, sizeof(load->seed));
	for (size_t i = 0; i <= op_count; i++) {
		const struct op_run *run = i < op_count ? &ops[i]->run : NULL;
		struct load_operation *operation = &load->operations[i];

		operation->limit = LIMIT_FIRST;
		operation->limit_min = LIMIT_MIN;
		if (run != NULL && run->pool != POOL_DATABASE)
			operation->limit_min = LIMIT_MIN_IN_THREADS;
		if (run != NULL && run->large)
			operation->limit = operation->limit_min = LIMIT_MIN_LARGE;
	}
	return load;
}

void
load_free(struct load *load)
{
	free(load);
}

/* The counter of a caller's calls of an operation. */
static uint16_t *
counter_of(struct load *load, size_t operation, const struct uuid *key)
{
	const uint64_t hash =
		hash_seeded(load->seed ^ operation, key->bytes, sizeof(key->bytes));

	return &load->caller_calls[hash % CALLERS];
}

/* Whether a caller with so many calls may begin another one. */
static bool
has_part(const struct load_operation *operation, const struct principal *caller,
	const struct uuid *key, int calls)
{
	const int left = operation->limit - operation->under_way;

	if (caller->membership != MEMBERSHIP_NONE)
		return left > operation->limit / 2 ||
			calls < operation->limit / MEMBER_PART;
	return calls < left || id_equal(key, &(const struct uuid){{0}});
}

bool
load_is_full(const struct load *load, const struct op *op)
{
	const struct load_operation *operation = &load->operations[op_index(op)];

	return operation->under_way >= operation->limit;
}

static void
count_under_way(size_t index, int more)
{
	if (index < METRICS_OPS_MAX)
		atomic_fetch_add_explicit(&under_way[index], more, memory_order_relaxed);
}

bool
load_begin(struct load *load, struct load_call *call, const struct op *op,
	const struct principal *caller, int64_t now_ms)
{
	const size_t index = op_index(op);
	const struct uuid key = principal_key(caller);
	struct load_operation *operation = &load->operations[index];
	uint16_t *caller_calls = counter_of(load, index, &key);

	if (operation->under_way >= operation->limit ||
		!has_part(operation, caller, &key, *caller_calls))
		return false;
	operation->under_way++;
	count_under_way(index, 1);
	(*caller_calls)++;
	*call = (struct load_call){.load = load,
		.operation = operation,
		.caller_calls = caller_calls,
		.begun_ms = now_ms};
	return true;
}

/* Adapts the limit to the duration of a call. */
static void
learn(struct load_operation *operation, int64_t took_ms, int64_t now_ms)
{
	if (took_ms > DURATION_MAX_MS) {
		operation->in_time = 0;
		if (now_ms - operation->decreased_ms < DECREASE_EVERY_MS)
			return;
		operation->decreased_ms = now_ms;
		operation->limit -= operation->limit / 8;
		if (operation->limit < operation->limit_min)
			operation->limit = operation->limit_min;
		return;
	}
	/* The limit grows only while it is in use. */
	if (operation->under_way * 2 < operation->limit || operation->limit >= LIMIT_MAX)
		return;
	if (++operation->in_time >= GROW_EVERY) {
		operation->in_time = 0;
		operation->limit++;
	}
}

void
load_end(struct load_call *call, int64_t now_ms)
{
	if (call->load == NULL)
		return;
	learn(call->operation, now_ms - call->begun_ms, now_ms);
	call->operation->under_way--;
	count_under_way((size_t)(call->operation - call->load->operations), -1);
	(*call->caller_calls)--;
	call->load = NULL;
}

int
load_limit(const struct load *load, const struct op *op)
{
	return load->operations[op_index(op)].limit;
}

void
load_print(struct buffer *out)
{
	metrics_family(out, "kith_calls_under_way", "gauge",
		"Calls to services that have not been answered yet.");
	for (size_t i = 0; i < op_count && i < METRICS_OPS_MAX; i++) {
		const int count =
			atomic_load_explicit(&under_way[i], memory_order_relaxed);

		if (count > 0)
			metrics_add(out, "kith_calls_under_way{op=\"%s\"} %d\n",
				ops[i]->name, count);
	}
}
