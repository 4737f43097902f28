#include "tests/support/race.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "common/json/json.h"
#include "tests/support/test.h"

/* A racer, and the barrier where all wait for the start. */
struct racer_start {
	struct racer *racer;
	pthread_barrier_t *start;
};

void
race_open(struct racer *racers, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct racer *racer = &racers[i];

		racer->arena = arena_new(16 * 1024);
		racer->db =
			db_new(scratch_url(), service_names[racer->entry->op->service]);
		if (!db_ready(racer->db))
			fail_msg("no connection: %s", db_error(racer->db));
	}
}

static void *
run_one(void *argument)
{
	struct racer_start *racer_start = argument;
	struct racer *racer = racer_start->racer;
	struct buffer input = {.arena = racer->arena};
	const char *fault = NULL;
	struct call call = {
		.op = racer->entry->op,
		.arena = racer->arena,
		.principal = racer->principal,
		.request_id = arena_text(racer->arena, "race"),
		.db = racer->db,
	};

	json_to_wire(&input,
		json_parse(racer->arena, racer->json, strlen(racer->json), &fault));
	pthread_barrier_wait(racer_start->start);
	run_call(&call, racer->entry->handler, input.data, input.size);
	racer->problem = call.outcome.problem;
	return NULL;
}

void
race_run(struct racer *racers, size_t count)
{
	pthread_t *threads = calloc(count, sizeof(*threads));
	struct racer_start *starts = calloc(count, sizeof(*starts));
	pthread_barrier_t start;

	assert_non_null(threads);
	assert_non_null(starts);
	pthread_barrier_init(&start, NULL, (unsigned)count);
	for (size_t i = 0; i < count; i++) {
		arena_reset(racers[i].arena);
		scratch_sign_in(&racers[i].principal);
		starts[i] = (struct racer_start){&racers[i], &start};
		assert_int_equal(
			pthread_create(&threads[i], NULL, run_one, &starts[i]), 0);
	}
	for (size_t i = 0; i < count; i++)
		pthread_join(threads[i], NULL);
	pthread_barrier_destroy(&start);
	free(starts);
	free(threads);
}

void
race_close(struct racer *racers, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		db_free(racers[i].db);
		arena_free(racers[i].arena);
	}
}

size_t
race_count(const struct racer *racers, size_t count, enum problem problem)
{
	size_t found = 0;

	for (size_t i = 0; i < count; i++)
		found += racers[i].problem == problem;
	return found;
}
