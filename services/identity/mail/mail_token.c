#include "services/identity/mail/mail_token.h"

#include "common/db/db.h"
#include "common/outbox/outbox.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/credentials/credential_sql.h"

STATEMENT(QUEUE,
	QUEUE_ALONE("t.member_id", "mail_tokens t WHERE t.hash = $1"));

STATEMENT(INSERT_TOKEN,
	"INSERT INTO mail_tokens (id, member_id, kind, hash, name, password_hash,"
	" application, invite_code, invite_hold, email, expires_at)"
	" VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now() + CASE $3"
	" WHEN 'reset_password' THEN interval '1 hour' ELSE interval '24 hours' END)");

STATEMENT(VOID_ADDRESSES,
	"UPDATE mail_tokens SET used_at = now() WHERE member_id = $1"
	" AND used_at IS NULL AND kind IN ('verify_email', 'change_email')");

STATEMENT(VOID_ALL,
	"UPDATE mail_tokens SET used_at = now() WHERE member_id = $1"
	" AND used_at IS NULL");

STATEMENT(REUSE,
	"UPDATE mail_tokens SET kind = 'reset_password', name = NULL,"
	" password_hash = NULL, application = NULL, invite_code = NULL,"
	" invite_hold = NULL, used_at = NULL, expires_at = now() + interval '1 hour'"
	" WHERE hash = $1");

static const char *
issue(struct call *call, const struct uuid *member, const char *kind,
	const struct sign_up *sign_up, struct text email)
{
	struct credential secret = credential_new(call->arena, "");

	db_query(call, INSERT_TOKEN, DB_UUID(&secret.id), DB_UUID(member),
		DB_STRING(kind), DB_BYTES(secret.hash, HASH_SIZE), DB_TEXT(sign_up->name),
		DB_TEXT(sign_up->password_hash), DB_TEXT(sign_up->application),
		DB_TEXT(sign_up->invite_code), DB_ID(sign_up->invite_hold),
		DB_TEXT(email));
	return secret.token;
}

void
mail_token_read_invite(const struct rows *rows, struct sign_up *sign_up)
{
	if (row_null(rows, 0, "invite_hold"))
		return;
	sign_up->invite_code = row_text(rows, 0, "invite_code");
	sign_up->invite_hold =
		(struct identifier){GIVEN, row_uuid(rows, 0, "invite_hold")};
}

const char *
mail_token_issue(struct call *call, const struct uuid *member, const char *kind,
	const struct sign_up *sign_up)
{
	static const struct sign_up nothing;

	return issue(call, member, kind, sign_up != NULL ? sign_up : &nothing,
		(struct text){.presence = ABSENT});
}

const char *
mail_token_issue_change(
	struct call *call, const struct uuid *member, const struct text *email)
{
	static const struct sign_up nothing;

	return issue(call, member, "change_email", &nothing, *email);
}

void
mail_token_send_verification(struct call *call, const struct text *address,
	const char *token, const struct uuid *asker)
{
	struct outbox_mail mail = {
		.template = MAIL_VERIFY_EMAIL,
		.to_address = *address,
		.link_path = "/verify-email?token=",
		.secret = token,
		.asker = asker,
	};

	outbox_mail(call, &mail);
}

void
mail_token_send_password(struct call *call, const struct uuid *member,
	const struct text *address, enum mail_template template, const struct uuid *asker)
{
	const struct outbox_mail mail = {
		.template = template,
		.to_address = *address,
		.link_path = "/reset-password?token=",
		.secret = mail_token_issue(call, member, "reset_password", NULL),
		.asker = asker,
	};

	outbox_mail(call, &mail);
}

void
mail_token_void_addresses(struct call *call, const struct uuid *member)
{
	db_query(call, VOID_ADDRESSES, DB_UUID(member));
}

void
mail_token_void_all(struct call *call, const struct uuid *member)
{
	db_query(call, VOID_ALL, DB_UUID(member));
}

void
mail_token_queue(struct call *call, const uint8_t hash[HASH_SIZE])
{
	db_query(call, QUEUE, DB_BYTES(hash, HASH_SIZE));
}

void
mail_token_reuse(struct call *call, const uint8_t hash[HASH_SIZE])
{
	db_query(call, REUSE, DB_BYTES(hash, HASH_SIZE));
}
