/*
 * revocations.h - whose credentials have changed, as far as this process has seen it.
 *
 * A gateway remembers for a second whom a token stands for. An operation that ends credentials
 * or changes what they are good for (struct op, .changes) is noted here before its answer leaves,
 * and what was learned before that is no longer believed: whoever asks the same gateway next is
 * answered by what holds now. All loops of the process share it, and none waits for another.
 */
#ifndef KITH_GATEWAY_CORE_INVOKE_REVOCATIONS_H
#define KITH_GATEWAY_CORE_INVOKE_REVOCATIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "proto/field.h"

struct revocations;

struct revocations *revocations_new(void);
void revocations_free(struct revocations *revocations);

/* The present moment: a number that grows with each change that is noted. Take it before asking
 * about a credential, and keep it beside the answer. */
uint64_t revocations_now(const struct revocations *revocations);

/* Notes that credentials of a member changed; NULL when nobody here knows whose they are, which
 * counts for all members. */
void revocations_note(struct revocations *revocations, const struct uuid *member);

/* Whether nothing has changed about the member's credentials since a moment. It may say no
 * without need, as members share the places of a table, and never yes without right. */
bool revocations_none_since(const struct revocations *revocations,
	const struct uuid *member, uint64_t moment);

#endif
