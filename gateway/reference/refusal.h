/*
 * refusal.h - what a status means for an operation: the problems that it may be. Many
 * operations have the same, which are one component of OpenAPI then.
 */
#ifndef KITH_GATEWAY_REFERENCE_REFUSAL_H
#define KITH_GATEWAY_REFERENCE_REFUSAL_H

#include "common/base/arena.h"
#include "proto/problems.h"

struct refusal {
	int status;
	enum problem problems[PROBLEM_COUNT];
	size_t count; /* 0 = the status does not occur */
};

/* The problems of a set that have the status. */
struct refusal refusal_of(const bool set[PROBLEM_COUNT], int status);

bool refusal_equals(const struct refusal *a, const struct refusal *b);

/* "NotFoundPost", "ForbiddenMemberScope": another one for each set of problems. */
const char *refusal_name(struct arena *arena, const struct refusal *refusal);

#endif
