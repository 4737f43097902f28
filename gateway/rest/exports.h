/*
 * exports.h - limits the chunked exports in progress (SHAPE_CHUNKED).
 *
 * Each export holds one part in memory while its client reads. A member has few of them
 * in the whole process, so that members do not block each other.
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

/* One export in progress, owned by the caller. Zero it first. */
struct exports_place {
	struct exports_place *previous, *next;
	const void *loop;
	struct uuid member;
	bool counted;
};

struct exports *exports_new(void);
void exports_free(struct exports *exports);

/* Counts an export of a member in a loop. PROBLEM_NONE, or RATE_LIMITED when the member
 * has too many, or SERVICE_UNAVAILABLE when the loop has. */
enum problem exports_begin(struct exports *exports, struct exports_place *one,
	const void *loop, const struct uuid *member);

/* Ends an export; ignored when it is not counted. */
void exports_end(struct exports *exports, struct exports_place *one);

#endif
