#include "tests/support/crowd.h"

#include <pthread.h>
#include <string.h>

#include "common/json/json.h"
#include "tests/support/test.h"

/* One caller, in a separate thread. */
struct caller {
	struct crowd *crowd;
	unsigned number;
	pthread_barrier_t *start;
};

/* Makes one call on a connection that the caller keeps. */
static void
run_call_of(struct crowd *crowd, unsigned number, struct db *db, struct arena *arena)
{
	const char *json = crowd->inputs[number];
	struct buffer input = {.arena = arena};
	const char *fault;
	struct call call = {.arena = arena, .op = crowd->op, .db = db};

	if (crowd->principals != NULL)
		call.principal = crowd->principals[number];
	else
		call.principal.address = arena_text(arena, "192.0.2.1");
	call.request_id = arena_text(arena, arena_printf(arena, "crowd-%u", number));
	json_to_wire(&input, json_parse(arena, json, strlen(json), &fault));
	run_call(&call, crowd->handler, input.data, input.size);
	crowd->problems[number] = call.outcome.problem != PROBLEM_NONE
		? call.outcome.problem
		: call.outcome.db_problem;
	arena_reset(arena);
}

static void *
run_caller(void *data)
{
	const struct caller *caller = data;
	struct crowd *crowd = caller->crowd;
	struct arena *arena = arena_new(16384);
	struct db *db = db_new(scratch_url(), crowd->service);

	db_ready(db);
	pthread_barrier_wait(caller->start);
	for (unsigned i = caller->number; i < crowd->count; i += crowd->connections)
		run_call_of(crowd, i, db, arena);
	db_free(db);
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
	if (crowd->connections == 0)
		crowd->connections = crowd->count;
	for (unsigned i = 0; crowd->principals != NULL && i < crowd->count; i++) {
		if (!crowd->signed_in)
			scratch_sign_in(&crowd->principals[i]);
	}
	pthread_barrier_init(&start, NULL, crowd->connections);
	for (unsigned i = 0; i < crowd->connections; i++) {
		callers[i] = (struct caller){crowd, i, &start};
		assert_int_equal(
			pthread_create(&threads[i], NULL, run_caller, &callers[i]), 0);
	}
	for (unsigned i = 0; i < crowd->connections; i++)
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

void
crowd_assert(const struct crowd *crowd, enum problem problem, unsigned count,
	const char *file, int line)
{
	if (crowd_answered(crowd, problem) == count)
		return;
	for (int i = 0; i < PROBLEM_COUNT; i++) {
		const unsigned calls = crowd_answered(crowd, (enum problem)i);

		if (calls > 0)
			print_error("%u calls: %s\n", calls,
				i == PROBLEM_NONE ? "done" : problems[i].code);
	}
	_fail(file, line);
}
