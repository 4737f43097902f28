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

/* Whether answers to somebody who is known, or to a stranger, are kept. */
static bool
keeps(const struct op *op, bool known)
{
	return op->tx == TX_WRITE && (known || needs_secret(op));
}

bool
run_keeps_answers(const struct op *op, const struct principal *principal)
{
	return keeps(op, principal->membership != MEMBERSHIP_NONE);
}

bool
run_takes_key(const struct op *op)
{
	return op->method == METHOD_POST && keeps(op, op->guard != GUARD_PUBLIC);
}
