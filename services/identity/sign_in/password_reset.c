#include "common/base/id.h"
#include "common/db/db.h"
#include "common/outbox/outbox.h"
#include "common/reply/reply.h"
#include "services/identity/address_sql.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/handlers.h"
#include "services/identity/mail/mail_token.h"
#include "services/identity/sign_in/password.h"

/* Locks the member's row first, as account_verify_email does. */
STATEMENT(CONSUME_TOKEN,
	"WITH holder AS (SELECT m.id FROM members m JOIN mail_tokens t"
	" ON t.member_id = m.id WHERE t.hash = $1 FOR NO KEY UPDATE OF m)"
	" UPDATE mail_tokens t SET used_at = now() FROM holder"
	" WHERE t.member_id = holder.id AND t.hash = $1"
	" AND t.kind IN ('reset_password', 'sign_in')"
	" AND t.used_at IS NULL AND t.expires_at > now() RETURNING t.member_id");

/* Only verified members have such a link, and opening it verifies the address again. */
STATEMENT(SET_PASSWORD,
	"UPDATE members SET password_hash = $2 WHERE id = $1"
	" RETURNING email");

/* The member resets the password here, so a sign-in from here is familiar. */
STATEMENT(KNOW, KNOW_ADDRESS("VALUES ($2, $1, " ADDRESS_OF("$3::text") ")"));

static void
know_address(struct call *call, const struct uuid *member)
{
	const struct text *address = &call->principal.address;
	const struct uuid id = id_new();

	if (address->size > 0) {
		db_query(call, KNOW, DB_UUID(member), DB_UUID(&id), DB_TEXT(*address));
	}
}

/* Sets the password before it revokes the sessions. A concurrent sign-in waits for the
 * member's row and then fails, because the password has changed. */
enum problem
password_reset(struct call *call, const void *input)
{
	const struct password_reset_in *in = input;
	enum problem problem = password_check(call, "#/password", &in->password);
	uint8_t hash[HASH_SIZE];
	struct outbox_mail mail = {.template = MAIL_PASSWORD_CHANGED};
	struct rows *rows;
	struct uuid member;

	if (problem != PROBLEM_NONE)
		return problem;
	credential_hash(&in->token, hash);
	mail_token_queue(call, hash);
	rows = db_query(call, CONSUME_TOKEN, DB_BYTES(hash, sizeof(hash)));
	if (rows->count == 0)
		return call_fail(call, PROBLEM_TOKEN_NOT_FOUND, MAIL_TOKEN_INVALID);
	member = row_uuid(rows, 0, "member_id");
	problem = password_check_owner(call, "#/password", &in->password, &member);
	if (problem != PROBLEM_NONE)
		return problem;
	rows = db_query(call, SET_PASSWORD, DB_UUID(&member),
		DB_STRING(password_hash(call->arena, &in->password)));
	credential_revoke_sessions(call, &member, NULL);
	credential_forget_addresses(call, &member, NULL);
	know_address(call, &member);
	if (in->revoke_access.value)
		credential_revoke_access(call, &member);
	mail_token_void_all(call, &member);
	if (rows->count == 1) {
		mail.to_address = row_text(rows, 0, "email");
		outbox_mail(call, &mail);
	}
	audit_write(call, AUDIT_PASSWORD_RESET, &member);
	return reply_none(call);
}
