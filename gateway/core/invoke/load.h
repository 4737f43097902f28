/*
 * load.h - limits concurrent calls of an operation, by their duration.
 *
 * Calls beyond the capacity of a service only delay all others until every deadline
 * expires. So each operation has a limit of concurrent calls. The limit grows while
 * calls end soon and shrinks when they do not; a call above it is refused at once. When
 * half of the limit is in use, one member may hold an eighth of it. The strangers of one
 * network hold at most as many calls as are left to others: N networks that flood hold
 * one part of N + 1 each. Each loop has limits of its own, which no other thread sees.
 */
#ifndef KITH_GATEWAY_CORE_INVOKE_LOAD_H
#define KITH_GATEWAY_CORE_INVOKE_LOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "common/base/arena.h"
#include "common/call/call.h"

struct load;

/* One call, owned by the caller. Zero it first. */
struct load_call {
	struct load *load; /* NULL = not in progress */
	struct load_operation *operation;
	uint16_t *caller_calls;
	int64_t begun_ms;
};

struct load *load_new(void);

/* Frees the limits; every call must have ended. NULL is ignored. */
void load_free(struct load *load);

/* Counts a call at a monotonic time; false when the limit or the caller's part of it is
 * reached. */
bool load_begin(struct load *load, struct load_call *call, const struct op *op,
	const struct principal *caller, int64_t now_ms);

/* Whether the limit is reached for everybody. The REST surface asks before it resolves
 * a token, so that a refusal is cheap. Only calls count, because requests with bad
 * tokens must not use up the limit. */
bool load_is_full(const struct load *load, const struct op *op);

/* Ends a call, successful or not; ignored when the call is not in progress. */
void load_end(struct load_call *call, int64_t now_ms);

/* Prints how many calls of each operation are under way in the whole process, for
 * Prometheus. Any thread may call it. */
void load_print(struct buffer *out);

/* The current limit of an operation. */
int load_limit(const struct load *load, const struct op *op);

#endif
