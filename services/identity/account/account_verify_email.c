/*
 * account_verify_email.c - verifies the address of a sign-up or of an address change.
 *
 * Opening a link proves that the address is the reader's, but not that the reader chose
 * the password of the sign-up. An attacker can sign up with the address of another person
 * and wait until the owner opens any link that verifies it. So a password takes effect
 * only if all sign-ups for the address had the same one. Every link of the address is
 * then as good as another, also one that was sent again. Otherwise the account starts
 * without a password. The token of the opened link then sets one, and so does a link that
 * is mailed to the address. Both are known only to the reader of the mailbox.
 */
#include <string.h>

#include "common/config/config.h"
#include "common/db/db.h"
#include "common/outbox/outbox.h"
#include "common/reply/reply.h"
#include "services/identity/account/email_take.h"
#include "services/identity/account/welcome.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/handlers.h"
#include "services/identity/invites/invite.h"
#include "services/identity/mail/mail_token.h"
#include "services/identity/mail/sign_up_password.h"
#include "services/identity/members/account_sql.h"

/* Locks the member's row before the token's. Concurrent requests with several links of
 * one member then wait in one order and cannot deadlock. */
STATEMENT(CONSUME_TOKEN,
	"WITH holder AS (SELECT m.id FROM members m JOIN mail_tokens t"
	" ON t.member_id = m.id WHERE t.hash = $1 FOR NO KEY UPDATE OF m)"
	" UPDATE mail_tokens t SET used_at = now() FROM holder"
	" WHERE t.member_id = holder.id AND t.hash = $1"
	" AND t.kind IN ('verify_email', 'change_email')"
	" AND t.used_at IS NULL AND t.expires_at > now()"
	" RETURNING t.member_id, t.kind = 'change_email' AS is_change, t.email, t.name,"
	" t.password_hash, t.application, t.invite_code, t.invite_hold");

/* Sign-ups with the same password share one hash. Expired links count as well. */
STATEMENT(FIND_ONLY_PASSWORD,
	"SELECT min(t.password_hash) AS only FROM mail_tokens t JOIN members m"
	" ON m.id = t.member_id WHERE m.id = $1 AND NOT m.sign_ups_differ"
	" HAVING count(DISTINCT t.password_hash) = 1");

STATEMENT(ANSWER,
	"SELECT " ACCOUNT_COLUMNS("") ", m.password_hash IS NULL AS password_needed"
	" FROM " ACCOUNT_TABLES " WHERE m.id = $1 AND m.former_at IS NULL");

/* Takes effect once per member; links of its other sign-ups then change nothing. */
STATEMENT(VERIFY_MEMBER,
	"UPDATE members SET email_verified_at = now(), name = $2, password_hash = $3,"
	" application = $4, status = $5"
	" WHERE id = $1 AND email_verified_at IS NULL AND former_at IS NULL"
	" RETURNING email, name");

/* The status of the new member. NULL when the instance requires an invite code and the
 * code of this sign-up is used up or revoked. */
static const char *
new_status(struct call *call, const struct uuid *member, const struct rows *token)
{
	const struct text code = row_text(token, 0, "invite_code");
	const bool needed = strcmp(config()->registration.data, "invite_only") == 0;
	struct identifier hold = {.presence = GIVEN};

	if (code.presence != GIVEN) {
		invite_release(call, member);
		return needed ? NULL : welcome_status();
	}
	hold.uuid = row_uuid(token, 0, "invite_hold");
	if (invite_redeem(call, member, &hold, &code))
		return "active";
	return needed ? NULL : welcome_status();
}

/* The password that the account starts with. Absent when another person may have chosen
 * it. */
static struct text
first_password(struct call *call, const struct uuid *member)
{
	const struct rows *rows = db_query(call, FIND_ONLY_PASSWORD, DB_UUID(member));

	if (rows->count == 1)
		return row_text(rows, 0, "only");
	return (struct text){.presence = ABSENT};
}

/* Turns the sign-up of the opened link into an account and voids the other links. */
static enum problem
verify_sign_up(struct call *call, const struct uuid *member, const struct rows *token,
	const uint8_t hash[HASH_SIZE])
{
	const char *status = new_status(call, member, token);
	const struct text password = first_password(call, member);
	struct text name = row_text(token, 0, "name"), address;
	const struct rows *verified;

	if (status == NULL)
		return call_fail(call, PROBLEM_TOKEN_NOT_FOUND,
			"the invite code of this sign-up is used up or revoked; sign up "
			"again");
	verified = db_query(call, VERIFY_MEMBER, DB_UUID(member), DB_TEXT(name),
		DB_TEXT(password), DB_TEXT(row_text(token, 0, "application")),
		DB_STRING(status));
	if (verified->count == 0)
		return call_fail(call, PROBLEM_TOKEN_NOT_FOUND, MAIL_TOKEN_INVALID);
	mail_token_void_all(call, member);
	address = row_text(verified, 0, "email");
	sign_up_password_forget(call, &address);
	if (password.presence != GIVEN) {
		mail_token_reuse(call, hash);
		mail_token_send_password(
			call, member, &address, MAIL_CHOOSE_PASSWORD, NULL);
	}
	if (row_text(token, 0, "invite_code").presence == GIVEN)
		audit_write_as(call, member, AUDIT_INVITE_REDEEM, member);
	return welcome_member(
		call, member, name.data, NULL, strcmp(status, "pending") == 0);
}

/* Accepts the link of a sign-up and the link of an address change. */
enum problem
account_verify_email(struct call *call, const void *input)
{
	const struct account_verify_email_in *in = input;
	uint8_t hash[HASH_SIZE];
	enum problem problem = PROBLEM_NONE;
	struct rows *token;
	struct uuid member;
	struct text email;

	credential_hash(&in->token, hash);
	mail_token_queue(call, hash);
	token = db_query(call, CONSUME_TOKEN, DB_BYTES(hash, sizeof(hash)));
	if (token->count == 0)
		return call_fail(call, PROBLEM_TOKEN_NOT_FOUND, MAIL_TOKEN_INVALID);
	member = row_uuid(token, 0, "member_id");
	email = row_text(token, 0, "email");
	if (row_boolean(token, 0, "is_change")) {
		email_take(call, &member, &email);
		audit_write_as(call, &member, AUDIT_EMAIL_CHANGE, &member);
	} else {
		problem = verify_sign_up(call, &member, token, hash);
	}
	if (problem != PROBLEM_NONE)
		return problem;
	return reply_row(call, db_query(call, ANSWER, DB_UUID(&member)), 0, NULL);
}
