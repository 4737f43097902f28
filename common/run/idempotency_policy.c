/*
 * idempotency_policy.c - which answers are stored under an idempotency key. It is
 * separate from idempotency.c, because the gateway needs it but not the database.
 */
#include "common/run/run.h"
#include "proto/acts/acts.h"

/* Whether every valid input of the operation contains a secret. */
static bool
needs_secret(const struct op *op)
{
	for (size_t i = 0; op->input != NULL && i < op->input->count; i++) {
		if (op->input->fields[i].required && op->input->fields[i].secret)
			return true;
	}
	return false;
}

static bool
stores_answers(const struct op *op, bool known)
{
	return op->tx == TX_WRITE && (known || needs_secret(op));
}

bool
run_idempotency_applies(const struct op *op, const struct principal *principal)
{
	return stores_answers(op, principal->membership != MEMBERSHIP_NONE);
}

/* A PUT, PATCH or DELETE repeats itself, unless it waits for the member's approval. */
bool
run_idempotency_taken(const struct op *op)
{
	return op->method == METHOD_POST || act_may_wait(op);
}

bool
run_idempotency_documented(const struct op *op)
{
	return run_idempotency_taken(op) && stores_answers(op, op->guard != GUARD_PUBLIC);
}
