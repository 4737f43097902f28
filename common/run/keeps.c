/*
 * keeps.c - whose answers are kept under an idempotency key. Apart from idempotency.c, because the
 * gateway asks as well and has no use for the database.
 */
#include "common/run/run.h"

/* Whether every request of the operation holds a secret. */
static bool
needs_secret(const struct op *op)
{
	for (size_t i = 0; op->input != NULL && i < op->input->count; i++) {
		if (op->input->fields[i].required && op->input->fields[i].secret)
			return true;
	}
	return false;
}

bool
run_keeps_answers(const struct op *op, const struct principal *principal)
{
	return op->tx == TX_WRITE &&
		(principal->membership != MEMBERSHIP_NONE || needs_secret(op));
}
