// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include "tests/support/crowd.h"

#include <pthread.h>
#include <string.h>

#include "common/config.h"
#include "common/json.h"

/* One of them, in a thread of its own. */
struct caller {
	struct crowd *crowd;
	unsigned number;
	pthread_barrier_t *start;
};

static void *
run_caller(void *data)
{
	const struct caller *caller = data;
	struct crowd *crowd = caller->crowd;
	const char *json = crowd->inputs[caller->number];
	struct arena *arena = arena_new(16384);
	struct buffer input = {.arena = arena};
	const char *fault;
	struct call call = {.arena = arena, .op = crowd->op};

	call.principal.address = arena_text(arena, "192.0.2.1");
	call.request_id =
		arena_text(arena, arena_printf(arena, "crowd-%u", caller->number));
	call.db = db_new(scratch_url(),
		arena_printf(arena, "%s%s", config()->role_prefix.data, crowd->service));
	json_to_wire(&input, json_parse(arena, json, strlen(json), &fault));
	db_ready(call.db);
	pthread_barrier_wait(caller->start);
	run_call(&call, crowd->handler, input.data, input.size);
	crowd->problems[caller->number] =
		call.problem != PROBLEM_NONE ? call.problem : call.db_problem;
	db_free(call.db);
	arena_free(arena);
	return NULL;
}

void
crowd_call(struct crowd *crowd)
{
	struct caller callers[CROWD_MAX];
	pthread_t threads[CROWD_MAX];
	pthread_barrier_t start;

	assert_in_range(crowd->count, 1, CROWD_MAX);
	pthread_barrier_init(&start, NULL, crowd->count);
	for (unsigned i = 0; i < crowd->count; i++) {
		callers[i] = (struct caller){crowd, i, &start};
		assert_int_equal(
			pthread_create(&threads[i], NULL, run_caller, &callers[i]), 0);
	}
	for (unsigned i = 0; i < crowd->count; i++)
		pthread_join(threads[i], NULL);
	pthread_barrier_destroy(&start);
}

unsigned
crowd_answered(const struct crowd *crowd, enum problem problem)
{
	unsigned count = 0;

	for (unsigned i = 0; i < crowd->count; i++)
		count += crowd->problems[i] == problem;
	return count;
}
