/*
 * writes.h - which members may just have written something, as far as this process has seen it.
 *
 * Some reads may be answered by a replica of the database, which is READ_BEHIND_MAX_MS old at most
 * (record 45). Nobody shall miss there what they have written themselves: while a call of a member
 * that writes is under way, and for as long after it as a replica may be old, the member reads the
 * primary. All loops of the process share it, and none waits for another.
 */
#ifndef KITH_GATEWAY_CORE_INVOKE_WRITES_H
#define KITH_GATEWAY_CORE_INVOKE_WRITES_H

#include <stdbool.h>
#include <stdint.h>

#include "proto/field.h"

struct writes;

/* A call that writes; all zero while there is none. */
struct writes_call {
	struct writes *writes;
	unsigned place;
	int timeout_ms;
};

/* As if everybody had just written: what there was before, another process has seen. */
struct writes *writes_new(int64_t now_ms);
void writes_free(struct writes *writes);

/* A member's call begins, which may take so long. */
void writes_begin(struct writes *writes, struct writes_call *call,
	const struct uuid *member, int timeout_ms);

/* It has ended; `known`: the service has said so, and else it may go on for all of its time. To end
 * it twice does no harm. */
void writes_end(struct writes_call *call, bool known, int64_t now_ms);

/* Whether a replica has all that the member has written. It may say no without need, as members
 * share the places of a table, and never yes without right. */
bool
writes_are_old(const struct writes *writes, const struct uuid *member, int64_t now_ms);

#endif
