/*
 * run.h - carrying out one call: the skeleton around every handler.
 *
 * In this order: decode the input, check the cursor, begin, idempotency, the caller's
 * authority if it writes, If-Match, the handler, the deadline once more, commit; a serialization
 * failure runs it again (at most three times), a constraint becomes the problem that the
 * operation names. Services call it for messages, kithctl and the handler tests call it
 * directly: there is no other way to an operation.
 */
#ifndef KITH_COMMON_RUN_RUN_H
#define KITH_COMMON_RUN_RUN_H

#include <stddef.h>

#include "common/call/call.h"

struct op_entry {
	const struct op *op;
	op_handler *handler;
};

/* Fills call->reply or call->outcome.problem. `input` is one msgpack map, or NULL for {}. An operation
 * that does not say its guard or its transaction is not carried out. */
void run_call(struct call *call, op_handler *handler, const void *input, size_t size);

/* The same inside a transaction that the caller holds open, for handler tests: it begins and
 * commits nothing, and so does not ask whether the credential works. */
void
run_call_inside(struct call *call, op_handler *handler, const void *input, size_t size);

/* The operations of this process, so that If-Match can ask an operation's .current. Call it
 * once before the first run_call(); the table must stay. */
void run_register(const struct op_entry *entries, size_t count);

/* Whether an answer to this caller is kept under its idempotency key. Without an account it is so
 * only if the operation's input needs a secret: see idempotency.c. */
bool run_keeps_answers(const struct op *op, const struct principal *principal);

/* Whether it is so for those who call the operation's route, which is what the reference promises.
 * Where no credential is needed, none is looked at, and every caller is a stranger. */
bool run_takes_key(const struct op *op);

/* The strong entity tag of an answer as it stands in a header, quotes and NUL included: from
 * SHA-256 of its msgpack. If-Match and the gateway's ETag are compared by it. */
#define RUN_TAG_SIZE 25
void run_tag(const void *output, size_t size, char tag[RUN_TAG_SIZE]);

/* The operation of this name in a service's table, or NULL. */
const struct op_entry *
run_find(const struct op_entry *entries, size_t count, const char *name);

#endif
