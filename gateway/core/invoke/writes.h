/*
 * writes.h - which members have written recently, as this process knows.
 *
 * Some reads may use a replica of the database, which is at most READ_BEHIND_MAX_MS
 * old. Members must see their own writes, so a member reads the primary while one of
 * its writes is in progress and for that time afterwards. All loops share this table
 * without locks.
 */
#ifndef KITH_GATEWAY_CORE_INVOKE_WRITES_H
#define KITH_GATEWAY_CORE_INVOKE_WRITES_H

#include <stdbool.h>
#include <stdint.h>

#include "proto/field.h"

struct writes;

/* A write in progress; all zero when there is none. */
struct writes_call {
	struct writes *writes;
	unsigned place;
	int timeout_ms;
};

/* Starts as if every member had just written: another process may have served those
 * writes. */
struct writes *writes_new(int64_t now_ms);
void writes_free(struct writes *writes);

/* A member's write begins; it takes at most timeout_ms. */
void writes_begin(struct writes *writes, struct writes_call *call,
	const struct uuid *member, int timeout_ms);

/* A write ends. `known`: the service has answered; otherwise it may run until its
 * deadline. Ending it twice is harmless. */
void writes_end(struct writes_call *call, bool known, int64_t now_ms);

/* Whether a replica has all writes of the member. Members share slots, so a false "no"
 * can occur, but never a false "yes". */
bool
writes_are_old(const struct writes *writes, const struct uuid *member, int64_t now_ms);

#endif
