/*
 * race.h - calls of operations at the same moment, each on a connection of its own.
 *
 *     struct racer racers[2] = {{.entry = &entry, .principal = ann, .json = "…"}, …};
 *     race_open(racers, 2);
 *     race_run(racers, 2);
 *     assert_int_equal(racers[0].problem, PROBLEM_NONE);
 *     race_close(racers, 2);
 *
 * After scratch_open(), outside of scratch_begin(): what the calls do is committed.
 */
#ifndef KITH_TEST_RACE_H
#define KITH_TEST_RACE_H

#include "tests/support/scratch.h"

struct racer {
	const struct op_entry *entry;
	struct principal principal;
	const char *json;
	enum problem problem; /* how the last run ended */
	struct db *db;
	struct arena *arena;
};

/* Opens a connection for each, with the role of the operation's service. */
void race_open(struct racer *racers, size_t count);

/* Makes all calls at once; returns when all have ended. */
void race_run(struct racer *racers, size_t count);

void race_close(struct racer *racers, size_t count);

/* The number of racers with this result. */
size_t race_count(const struct racer *racers, size_t count, enum problem problem);

#endif
