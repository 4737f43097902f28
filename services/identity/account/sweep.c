/*
 * sweep.c - deletes expired rows of the identity tables.
 *
 * Deletes expired counters of attempts and mails, mail links and sign-up passwords, and
 * sign-ups that were never verified. Deletes addresses without a sign-in for 90 days, and
 * credentials that expired 30 days ago. Deletes activity after 90 days. Returns the uses
 * of invite codes that unverified sign-ups reserved. Several service processes may run it
 * at the same time.
 */
#include "services/identity/account/sweep.h"

#include "services/identity/invites/invite.h"

#define BATCH "10000"
#define BATCH_ROWS 10000
#define SIGN_UPS_MAX 1000

STATEMENT(SWEEP_ATTEMPTS,
	"DELETE FROM attempts WHERE ctid = ANY (ARRAY(SELECT ctid FROM attempts"
	" WHERE started_at < now() - interval '15 minutes' AND (kind <> 'register'"
	" OR started_at < now() - interval '1 hour') LIMIT " BATCH "))");

STATEMENT(SWEEP_MAIL_COUNTS,
	"DELETE FROM mails_to_addresses WHERE ctid = ANY (ARRAY(SELECT ctid"
	" FROM mails_to_addresses WHERE sent_at[1] < now() - interval '1 day'"
	" LIMIT " BATCH "))");

STATEMENT(SWEEP_LINKS,
	"DELETE FROM mail_tokens WHERE ctid = ANY (ARRAY(SELECT ctid FROM mail_tokens"
	" WHERE expires_at < now() LIMIT " BATCH "))");

STATEMENT(SWEEP_SIGN_UP_PASSWORDS,
	"DELETE FROM sign_up_passwords WHERE ctid = ANY (ARRAY(SELECT ctid"
	" FROM sign_up_passwords WHERE expires_at < now()"
	" LIMIT " BATCH "))");

STATEMENT(SWEEP_CREDENTIALS,
	"DELETE FROM credentials WHERE ctid = ANY (ARRAY(SELECT ctid FROM credentials"
	" WHERE expires_at < now() - interval '30 days' LIMIT " BATCH "))");

STATEMENT(SWEEP_KNOWN_ADDRESSES,
	"DELETE FROM known_addresses WHERE id = ANY (ARRAY(SELECT id FROM known_addresses"
	" WHERE signed_in_at < now() - interval '90 days' LIMIT " BATCH "))");

/* Sign-ups that can no longer be verified: older than 24 hours, with no valid link and no
 * reserved use of an invite code. */
#define IS_OVER \
	SQL("m.email_verified_at IS NULL AND m.former_at IS NULL" \
		" AND m.created_at < now() - interval '24 hours'" \
		" AND NOT EXISTS (SELECT FROM mail_tokens t WHERE t.member_id = m.id" \
		" AND t.used_at IS NULL AND t.expires_at > now())" \
		" AND NOT EXISTS (SELECT FROM invite_holds h WHERE h.member_id = m.id)")

STATEMENT(LOCK_SIGN_UPS,
	"SELECT m.id FROM members m WHERE " IS_OVER
	" ORDER BY m.created_at LIMIT $1 FOR UPDATE SKIP LOCKED");

/* Checks the condition again under the lock, because a link may have been issued
 * since. */
STATEMENT(REMOVE_SIGN_UPS,
	"DELETE FROM members m WHERE m.id = ANY ($1) AND " IS_OVER);

STATEMENT(SWEEP_ACTIVITY,
	"DELETE FROM activity WHERE id = ANY (ARRAY(SELECT id FROM activity"
	" WHERE at < now() - interval '90 days' ORDER BY at LIMIT " BATCH "))");

STATEMENT(SWEEP_APPROVALS,
	"DELETE FROM approvals WHERE id = ANY (ARRAY(SELECT id FROM approvals"
	" WHERE expires_at < now() LIMIT " BATCH "))");

STATEMENT(SWEEP_ACT_COUNTS,
	"DELETE FROM act_counts WHERE ctid = ANY (ARRAY(SELECT ctid FROM act_counts"
	" WHERE latest_at < now() - interval '1 day' LIMIT " BATCH "))");

STATEMENT(SWEEP_CREATIONS,
	"DELETE FROM creations WHERE id = ANY (ARRAY(SELECT id FROM creations"
	" WHERE created_at < now() - interval '1 day' ORDER BY created_at"
	" LIMIT " BATCH "))");

static const struct statement *const SWEEPS[] = {
	SWEEP_ATTEMPTS,
	SWEEP_MAIL_COUNTS,
	SWEEP_LINKS,
	SWEEP_SIGN_UP_PASSWORDS,
	SWEEP_CREDENTIALS,
	SWEEP_KNOWN_ADDRESSES,
	SWEEP_ACTIVITY,
	SWEEP_APPROVALS,
	SWEEP_ACT_COUNTS,
	SWEEP_CREATIONS,
};

bool
sweep_once(struct call *call)
{
	bool more = false;

	for (size_t i = 0; i < COUNT_OF(SWEEPS); i++)
		more |= db_query_plain(call, SWEEPS[i])->affected == BATCH_ROWS;
	return invite_sweep(call) || more;
}

bool
sweep_sign_ups(struct call *call)
{
	struct rows *rows = db_query(call, LOCK_SIGN_UPS, DB_NUMBER(SIGN_UPS_MAX));
	struct uuid *ids =
		arena_array(call->arena, (size_t)rows->count + 1, sizeof(*ids));

	for (int i = 0; i < rows->count; i++)
		ids[i] = row_uuid(rows, i, "id");
	if (rows->count > 0)
		db_query(call, REMOVE_SIGN_UPS, DB_UUIDS(ids, (size_t)rows->count));
	return rows->count == SIGN_UPS_MAX;
}
