/*
 * crowd.h - many simultaneous calls of one operation, each with a connection and a
 * transaction of its own.
 */
#ifndef KITH_TEST_CROWD_H
#define KITH_TEST_CROWD_H

#include "tests/support/scratch.h"

#define CROWD_MAX 200

struct crowd {
	const struct op *op;
	op_handler *handler;
	const char *service;           /* the role of the calls */
	const char *inputs[CROWD_MAX]; /* JSON, one per caller */
	unsigned count;
	unsigned connections; /* how many call at once, in turns; 0 = as many as inputs */
	const struct principal
		*principals; /* one per input; NULL = anonymous, from one address */
	bool signed_in;      /* credentials are valid already; needed in other threads */
	enum problem problems[CROWD_MAX]; /* the results */
};

/* Makes the calls, and returns when all have their answers. */
void crowd_call(struct crowd *crowd);

/* The number of calls with this result. */
unsigned crowd_answered(const struct crowd *crowd, enum problem problem);

/* Fails the test unless `count` calls have this result, and prints the results of all. */
#define crowd_expect(crowd, problem, count) \
	crowd_assert((crowd), (problem), (count), __FILE__, __LINE__)
void crowd_assert(const struct crowd *crowd, enum problem problem, unsigned count,
	const char *file, int line);

#endif
