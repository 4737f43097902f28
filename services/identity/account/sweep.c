/*
 * sweep.c - removes counters of attempts that no longer count, links that nobody can open any
 * more, and credentials that ended 30 days ago; gives back uses of invite codes whose sign-ups
 * were not verified. Any number of services may do it at once.
 */
#include "services/identity/account/sweep.h"

#include "services/identity/invites/invite.h"

#define BATCH "10000"
#define BATCH_ROWS 10000

/* A link is kept for a week after its end: a verification mail can be sent again until then. The
 * password of a sign-up goes with its link. */
STATEMENT(SWEEP_ATTEMPTS,
	"DELETE FROM attempts WHERE ctid = ANY (ARRAY(SELECT ctid FROM attempts"
	" WHERE started_at < now() - interval '15 minutes' LIMIT " BATCH "))");

STATEMENT(SWEEP_LINKS,
	"DELETE FROM mail_tokens WHERE ctid = ANY (ARRAY(SELECT ctid FROM mail_tokens"
	" WHERE expires_at < now() - interval '7 days' LIMIT " BATCH "))");

STATEMENT(SWEEP_SIGN_UP_PASSWORDS,
	"DELETE FROM sign_up_passwords WHERE ctid = ANY (ARRAY(SELECT ctid"
	" FROM sign_up_passwords WHERE expires_at < now() - interval '7 days'"
	" LIMIT " BATCH "))");

STATEMENT(SWEEP_CREDENTIALS,
	"DELETE FROM credentials WHERE ctid = ANY (ARRAY(SELECT ctid FROM credentials"
	" WHERE expires_at < now() - interval '30 days' LIMIT " BATCH "))");

static const struct statement *const SWEEPS[] = {
	SWEEP_ATTEMPTS,
	SWEEP_LINKS,
	SWEEP_SIGN_UP_PASSWORDS,
	SWEEP_CREDENTIALS,
};

bool
sweep_once(struct call *call)
{
	bool more = false;

	for (size_t i = 0; i < COUNT_OF(SWEEPS); i++)
		more |= db_query_plain(call, SWEEPS[i])->affected == BATCH_ROWS;
	invite_sweep(call);
	return more;
}
