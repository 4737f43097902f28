/*
 * refusal.h - the problems that a status may mean for an operation. Operations with the
 * same set share a component of OpenAPI.
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

/* "NotFoundPost", "ForbiddenMemberScope": a name for each set of problems. */
const char *refusal_name(struct arena *arena, const struct refusal *refusal);

#endif
