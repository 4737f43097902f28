#include "common/db/db.h"
#include "common/outbox/outbox.h"
#include "common/quota/quota.h"
#include "common/reply/reply.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/handlers.h"
#include "services/identity/mail/member_mail.h"
#include "services/identity/sign_in/totp.h"
#include "services/identity/sign_in/totp_guard.h"

STATEMENT(FIND_SECRET,
	"SELECT secret, confirmed_at IS NOT NULL AS confirmed, " TOTP_STEP_SQL " AS step"
	" FROM totp WHERE member_id = $1 AND (confirmed_at IS NOT NULL"
	" OR created_at > now() - interval '1 hour') FOR UPDATE");

STATEMENT(CONFIRM,
	"UPDATE totp SET confirmed_at = now(), last_step = $2, undo_hash = $3,"
	" wrong_codes = 0, wrong_since = NULL WHERE member_id = $1");

STATEMENT(STORE_CODES,
	"INSERT INTO recovery_codes (member_id, hash)"
	" SELECT $1, decode(hash, 'hex') FROM unnest($2::text[]) AS hash");

STATEMENT(ANSWER,
	"SELECT $1::text[] AS recovery_codes");

/* Makes the recovery codes, stores their hashes, and answers the codes once. */
static enum problem
answer_codes(struct call *call, const struct uuid *member)
{
	struct text codes[TOTP_RECOVERY_CODES], hashes[TOTP_RECOVERY_CODES];
	const struct text_list shown = {GIVEN, TOTP_RECOVERY_CODES, codes};
	const struct text_list kept = {GIVEN, TOTP_RECOVERY_CODES, hashes};

	for (size_t i = 0; i < TOTP_RECOVERY_CODES; i++) {
		uint8_t hash[MAC_SIZE];

		codes[i] = arena_text(call->arena, totp_recovery_code(call->arena));
		totp_recovery_hash(member, &codes[i], hash);
		hashes[i] = arena_text(
			call->arena, hex_encode(call->arena, hash, sizeof(hash)));
	}
	db_query(call, STORE_CODES, DB_UUID(member), DB_TEXTS(kept));
	return reply_row(call, db_query(call, ANSWER, DB_TEXTS(shown)), 0, NULL);
}

/* Counts and consumes the code, as a sign-in does: a stolen session could guess it while
 * the member sets the second factor up. The mail has a link that undoes the setup: it may
 * be a thief who has set the second factor up. */
enum problem
totp_confirm(struct call *call, const void *input)
{
	const struct totp_confirm_in *in = input;
	const struct uuid *member = &call->principal.member;
	struct rows *rows;
	struct text encrypted, secret;
	struct credential undo;
	int64_t step;

	rows = db_query(call, FIND_SECRET, DB_UUID(member));
	if (rows->count == 0)
		return call_fail(call, PROBLEM_INVALID_TRANSITION,
			"no second factor has been set up in the last hour; request a "
			"secret first");
	if (row_boolean(rows, 0, "confirmed"))
		return call_fail(call, PROBLEM_INVALID_TRANSITION,
			"the second factor is confirmed already");
	if (totp_guard_count(call, member) != PROBLEM_NONE)
		return call->outcome.problem;
	encrypted = row_text(rows, 0, "secret");
	secret = totp_decrypt(call->arena, member, &encrypted);
	step = totp_match(&secret, &in->code, row_integer(rows, 0, "step"));
	if (step < 0) {
		call->outcome.keep_writes = true;
		return call_fail(call, PROBLEM_INVALID_CREDENTIALS,
			"the code is not the one that the app shows now; try again with "
			"a new code");
	}
	if (quota_use(call, QUOTA_FACTORS) != PROBLEM_NONE)
		return call->outcome.problem;
	undo = credential_new(call->arena, "");
	db_query(call, CONFIRM, DB_UUID(member), DB_NUMBER(step),
		DB_BYTES(undo.hash, HASH_SIZE));
	audit_write(call, AUDIT_TOTP_ENABLE, member);
	member_mail_link(
		call, member, MAIL_TOTP_SET_UP, "/undo-two-factor?token=", undo.token);
	return answer_codes(call, member);
}
