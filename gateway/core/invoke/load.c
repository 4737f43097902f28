#include "gateway/core/invoke/load.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "common/metrics/metrics.h"
#include "proto/op.h"

/* Additive increase and multiplicative decrease, as TCP finds its share of a path. */
#define LIMIT_FIRST 64
#define LIMIT_MIN 32  /* 32 sign-ins at once wait for each other, and none in vain */
#define LIMIT_MAX 256 /* the bus sends one instance no more calls */

/* The target duration of a call; longer calls mostly wait. */
#define DURATION_MAX_MS 150

/* A lower limit takes this long to show in durations. */
#define DECREASE_EVERY_MS 100

/* The limit grows by one after this many calls ended in time. */
#define GROW_EVERY 4

/* Counters of members by hash. Two members may share one, and hold an eighth together. */
#define MEMBERS 4096
#define MEMBER_PART 8

/* Calls of the whole process, by index in ops[]; for metrics only. */
static atomic_int under_way[METRICS_OPS_MAX];

struct load_operation {
	int under_way, limit, in_time;
	int64_t decreased_ms;
};

struct load {
	uint16_t of_strangers; /* anonymous calls have no limit of their own */
	uint16_t member_calls[MEMBERS];
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
	for (size_t i = 0; i <= op_count; i++)
		load->operations[i].limit = LIMIT_FIRST;
	return load;
}

void
load_free(struct load *load)
{
	free(load);
}

/* The counter of a member's calls. The last bytes of ids are random. */
static uint16_t *
counter_of(struct load *load, size_t operation, const struct uuid *member)
{
	uint64_t low;

	if (member == NULL)
		return &load->of_strangers;
	memcpy(&low, member->bytes + 8, sizeof(low));
	low = (low ^ operation) * UINT64_C(0x9e3779b97f4a7c15);
	return &load->member_calls[low >> 32 & (MEMBERS - 1)];
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
	const struct uuid *member, int64_t now_ms)
{
	const size_t index = op_index(op);
	struct load_operation *operation = &load->operations[index];
	uint16_t *member_calls = counter_of(load, index, member);

	if (operation->under_way >= operation->limit)
		return false;
	if (member != NULL && operation->under_way >= operation->limit / 2 &&
		*member_calls >= operation->limit / MEMBER_PART)
		return false;
	operation->under_way++;
	count_under_way(index, 1);
	(*member_calls)++;
	*call = (struct load_call){.load = load,
		.operation = operation,
		.member_calls = member_calls,
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
		if (operation->limit < LIMIT_MIN)
			operation->limit = LIMIT_MIN;
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
	(*call->member_calls)--;
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
