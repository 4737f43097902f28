/*
 * inside.h - what the parts of run.h share; for run*.c alone.
 */
#ifndef KITH_COMMON_RUN_INSIDE_H
#define KITH_COMMON_RUN_INSIDE_H

#include "common/run/run.h"
#include "common/secret/secret.h"

/* One call on its way through the skeleton. */
struct run {
	struct call *call;
	op_handler *handler;
	const void *bytes; /* the input as it came: one msgpack map */
	size_t size;
	void *input; /* decoded */
	bool inside; /* the caller holds the transaction open, and ends it */
	uint8_t request_hash[HASH_SIZE];
};

/* Has the next statement of the transaction fail unless the caller's credential, membership and
 * role hold in it. `frozen`: it sees one state of the database throughout. */
void run_confirm_caller(struct call *call, bool frozen);

/* Whether the call failed only because the caller is no administrator any more, which the
 * operation does not ask for: then the caller is none from now on, and the call may run again. */
bool run_without_admin(struct call *call);

/* Whether the call's answer is kept under a key. */
bool run_is_idempotent(const struct call *call);

/* Looks for the answer of an earlier call with the key: true when this call is answered now,
 * with that or with a problem. */
bool run_idempotency_answer(struct run *run);

/* Keeps the answer, in the transaction of the change. */
void run_idempotency_keep(struct run *run);

/* Compares If-Match with the record as it is now: PROBLEM_NONE when it holds. */
enum problem run_condition(struct run *run);

/* After the handler of a write: finds the tag of the record as it is then, if its answer does not
 * make the tag itself. */
enum problem run_tag_written(struct run *run);

/* Decodes and validates an input; PROBLEM_NONE, or what is wrong, noted on the call. */
enum problem run_decode(struct call *call, const void *bytes, size_t size, void **input);

#endif
