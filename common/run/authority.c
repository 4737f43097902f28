/*
 * authority.c - whether the caller may still write, asked in the transaction of the write.
 *
 * What the gateway knows of a credential is up to a second old. The question leaves ahead of the
 * transaction's first statement, in the same write, so it costs no time of its own on the way; a
 * refusal is a constraint that db_settle() turns into the caller's problem.
 *
 * A request that is repeated under its idempotency key is answered before the question is asked:
 * it may have ended the very credential that it comes with, as signing out does.
 */
#include "common/db/db.h"
#include "common/run/inside.h"

/* 0030_identity_authority.sql says what it locks. */
STATEMENT(CONFIRM, "SELECT confirm_caller($1, $2, $3, $4, $5, $6)");

/* Whether the operation changes something and depends on who calls: also one that the gateway
 * carries out for a member. */
static bool
needs_authority(const struct call *call)
{
	const enum guard guard = call->op->guard;

	return call->op->tx == TX_WRITE &&
		call->principal.membership != MEMBERSHIP_NONE && guard != GUARD_PUBLIC;
}

void
run_confirm_caller(struct call *call, bool frozen)
{
	const struct principal *who = &call->principal;
	const struct op *op = call->op;
	const struct db_param params[] = {
		DB_UUID(&who->member),
		DB_UUID(&who->credential),
		DB_FLAG(op->guard != GUARD_ACCOUNT),
		DB_FLAG(op->guard == GUARD_ADMIN || who->admin),
		DB_FLAG(frozen),
		DB_FLAG(op->service == SERVICE_IDENTITY),
	};

	if (needs_authority(call))
		db_send_ahead(call, CONFIRM, params, COUNT_OF(params));
}

bool
run_without_admin(struct call *call)
{
	struct principal *who = &call->principal;

	if (call->outcome.db_problem != PROBLEM_ADMIN_REQUIRED ||
		call->op->guard == GUARD_ADMIN || !who->admin)
		return false;
	who->admin = false;
	who->scopes &= ~(unsigned)SCOPE_ADMIN;
	return true;
}
