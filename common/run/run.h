/*
 * run.h - executes one call: the control flow around every handler.
 *
 * The order is: decode the input, check the cursor, begin, idempotency, the caller's
 * authority for writes, If-Match, the handler, the deadline, commit. A serialization
 * failure runs the call again, at most three times. A constraint violation becomes the
 * problem that the operation declares. Services, kithctl and the handler tests all use
 * this entry point; there is no other.
 */
#ifndef KITH_COMMON_RUN_RUN_H
#define KITH_COMMON_RUN_RUN_H

#include <stddef.h>

#include "common/call/call.h"

struct op_entry {
	const struct op *op;
	op_handler *handler;
};

/* Sets call->reply or call->outcome.problem. `input` is one msgpack map, or NULL for {}.
 * An operation without a declared guard or transaction is refused. */
void run_call(struct call *call, op_handler *handler, const void *input, size_t size);

/* For handler tests: runs the call in a transaction that the caller owns. It neither
 * begins nor commits, and does not check the credential. */
void
run_call_inside(struct call *call, op_handler *handler, const void *input, size_t size);

/* Registers the operations of this process, so that If-Match finds the handler of
 * .current. Call it once before the first run_call(); the table must outlive all
 * calls. */
void run_register(const struct op_entry *entries, size_t count);

/* Whether an answer to this caller is stored under its idempotency key. Without an
 * account this requires a secret in the operation's input: see idempotency.c. */
bool run_idempotency_applies(const struct op *op, const struct principal *principal);

/* Whether the operation's route reads an idempotency key. */
bool run_idempotency_taken(const struct op *op);

/* Whether the reference documents an idempotency key for the operation's route. A public
 * route ignores credentials, so each of its callers counts as a stranger. */
bool run_idempotency_documented(const struct op *op);

/* Computes the strong entity tag of an answer as it stands in a header, with quotes and a
 * NUL: base64url of 128 bits of the SHA-256 of its msgpack. If-Match and the gateway's
 * ETag use it. */
#define RUN_TAG_SIZE 25
void run_tag(const void *output, size_t size, char tag[RUN_TAG_SIZE]);

/* Whether an If-Match or If-None-Match lists the tag. A tag names a version of a record,
 * so W/ does not count, nor a suffix such as -gzip inside the quotes, which a proxy adds
 * that compresses the answer. */
bool run_tag_is_listed(const char *list, size_t size, const char *tag);

/* The entry of the operation with this name, or NULL. */
const struct op_entry *
run_find(const struct op_entry *entries, size_t count, const char *name);

/* The page where the member decides about a request that waits (approval.c). */
const char *run_approval_url(struct arena *arena, const struct uuid *id);

#endif
