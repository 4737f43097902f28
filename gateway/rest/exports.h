/*
 * exports.h - how many answers in parts are under way (SHAPE_CHUNKED).
 *
 * Each holds a part in memory for as long as its client takes to read it. A member has few of
 * them in the whole process, so that none takes the places of the others.
 */
#ifndef KITH_GATEWAY_REST_EXPORTS_H
#define KITH_GATEWAY_REST_EXPORTS_H

#include <stdbool.h>

#include "common/base/id.h"
#include "proto/problems.h"

#define EXPORTS_OF_MEMBER_MAX 2
#define EXPORTS_OF_LOOP_MAX 16

/* The count of a process, shared by its loops. */
struct exports;

/* The place of one answer among them. Zero it first; it belongs to the caller. */
struct exports_place {
	struct exports_place *previous, *next;
	const void *loop;
	struct uuid member;
	bool counted;
};

struct exports *exports_new(void);
void exports_free(struct exports *exports);

/* Counts one of a member in a loop: PROBLEM_NONE, or RATE_LIMITED where the member has as many
 * as it may, SERVICE_UNAVAILABLE where the loop has. */
enum problem exports_begin(struct exports *exports, struct exports_place *one,
	const void *loop, const struct uuid *member);

/* Ends the count of a place; a place that is not counted is left alone. */
void exports_end(struct exports *exports, struct exports_place *one);

#endif
