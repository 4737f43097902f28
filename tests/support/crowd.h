/*
 * crowd.h - the same operation called by many at the same moment, each with a connection and
 * a transaction of its own.
 */
#ifndef KITH_TEST_CROWD_H
#define KITH_TEST_CROWD_H

#include "tests/support/scratch.h"

#define CROWD_MAX 200

struct crowd {
	const struct op *op;
	op_handler *handler;
	const char *service;           /* whose role is used */
	const char *inputs[CROWD_MAX]; /* JSON, one per caller */
	unsigned count;
	unsigned connections; /* how many work at once, in turns; 0 = as many as inputs */
	const struct principal
		*principals; /* one per input; NULL = nobody, from one address */
	bool signed_in; /* their credentials work already; must be so in another thread */
	enum problem problems[CROWD_MAX]; /* what each was answered */
};

/* Calls, and returns when all have their answers. */
void crowd_call(struct crowd *crowd);

/* How many were answered so. */
unsigned crowd_answered(const struct crowd *crowd, enum problem problem);

#endif
