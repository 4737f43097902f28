/*
 * load.h - how many calls of an operation may be under way, by how long they take.
 *
 * More than a service can carry out do not get done by waiting: they only make all others wait
 * as well, at last until their deadlines. So the calls of each operation have a limit that
 * follows their duration: it grows while they end soon, and shrinks when they do not. What is
 * above it is refused at once. When half of it is in use, one member may hold an eighth, so that
 * nobody's flood keeps others out. Each loop has a load of its own and no other thread sees it.
 */
#ifndef KITH_GATEWAY_CORE_INVOKE_LOAD_H
#define KITH_GATEWAY_CORE_INVOKE_LOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "common/base/arena.h"
#include "common/base/id.h"

struct load;
struct op;

/* One call; it belongs to whoever makes it. Zero it first. */
struct load_call {
	struct load *load; /* NULL = it is not under way */
	struct load_operation *operation;
	uint16_t *member_calls;
	int64_t begun_ms;
};

struct load *load_new(void);

/* Frees it; every call has ended. NULL is fine. */
void load_free(struct load *load);

/* Counts a call of a member (NULL: of a stranger), at a monotonic time; false when it is one too
 * many. */
bool load_begin(struct load *load, struct load_call *call, const struct op *op,
	const struct uuid *member, int64_t now_ms);

/* Whether a call of anybody's would be one too many. It is asked before who calls is known, so that a
 * request that cannot be carried out costs next to nothing. Only calls count, not requests whose
 * caller is being asked for: these may be a stranger's with bad tokens, who would keep all others out. */
bool load_is_full(const struct load *load, const struct op *op);

/* The call has ended, well or not; one that is not under way is fine. */
void load_end(struct load_call *call, int64_t now_ms);

/* Prints how many calls of each operation are under way in the whole process, for Prometheus.
 * Any thread may call it. */
void load_print(struct buffer *out);

/* How many calls of an operation may be under way now. */
int load_limit(const struct load *load, const struct op *op);

#endif
