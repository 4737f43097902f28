/*
 * revocations.h - whose credentials have changed, as this process knows.
 *
 * The gateway caches for a second whom a token stands for. An operation that changes
 * credentials (struct op, .changes) is noted here before its answer is sent, which
 * invalidates older cache entries. So the next request to this gateway sees the change.
 * All loops share this table without locks.
 */
#ifndef KITH_GATEWAY_CORE_INVOKE_REVOCATIONS_H
#define KITH_GATEWAY_CORE_INVOKE_REVOCATIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "proto/field.h"

struct revocations;

struct revocations *revocations_new(void);
void revocations_free(struct revocations *revocations);

/* The current time, a counter of noted changes. Read it before a credential is looked
 * up, and store it with the result. */
uint64_t revocations_now(const struct revocations *revocations);

/* Notes a change of a member's credentials. NULL, an unknown member, counts for all
 * members. */
void revocations_note(struct revocations *revocations, const struct uuid *member);

/* Whether the member's credentials are unchanged since then. Members share slots of the
 * table, so a false "no" can occur, but never a false "yes". */
bool revocations_none_since(const struct revocations *revocations,
	const struct uuid *member, uint64_t moment);

#endif
