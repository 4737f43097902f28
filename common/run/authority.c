/*
 * authority.c - confirms the caller's authority in the transaction of a write.
 *
 * The gateway's knowledge of a credential is up to a second old. The statement is sent
 * together with the first statement of the transaction, so it needs no round trip of its
 * own. A refusal is a constraint violation, which db_settle() turns into a problem.
 *
 * Idempotent replays are answered before this check. The original request may have ended
 * the credential that the repetition carries, as signing out does.
 */
#include "common/db/db.h"
#include "common/run/inside.h"

/* 0030_identity_authority.sql documents the locks. */
STATEMENT(CONFIRM, "SELECT confirm_caller($1, $2, $3, $4, $5, $6)");

/* Covers writes that the gateway carries out on behalf of a member, too. */
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
