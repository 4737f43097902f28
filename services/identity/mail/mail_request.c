#include "services/identity/mail/mail_request.h"

#include <string.h>

#include "common/base/id.h"
#include "common/base/log.h"
#include "common/db/db.h"
#include "services/identity/mail/mail_token.h"

#define TRIES_MAX 10

STATEMENT(ADD,
	"INSERT INTO mail_requests (id, kind, email) VALUES ($1, $2, $3)");

/* A try counts before it is made: one that fails, however it fails, leaves its request with the
 * next try put off, 2 s the first time and 17 minutes the last, and the others go on. */
STATEMENT(TAKE,
	"UPDATE mail_requests SET tries = tries + 1,"
	" next_try_at = now() + interval '2 seconds' * power(2, tries)"
	" WHERE id = ANY (ARRAY(SELECT id FROM mail_requests WHERE next_try_at <= now()"
	" ORDER BY next_try_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)) RETURNING id, tries");

/* What two services try at once, as the first one takes so long, the second one finds gone. */
STATEMENT(REMOVE,
	"DELETE FROM mail_requests WHERE id = $1 RETURNING kind, email");

/*
 * The earliest sign-up that can still be verified, else the earliest of all. Its password is
 * left out: whoever signed up, first or last, may be a stranger to the one who asks for the
 * mail and opens its link. That link verifies the address, and account_verify_email mails
 * another one, to choose a password with.
 */
STATEMENT(FIND_SIGN_UP,
	"SELECT m.id, m.email, t.name, t.application, t.invite_code, t.invite_hold"
	" FROM members m JOIN mail_tokens t ON t.member_id = m.id AND t.kind = 'verify_email'"
	" WHERE lower(m.email) = lower($1) AND m.email_verified_at IS NULL"
	" ORDER BY t.expires_at > now() DESC, t.created_at, t.id LIMIT 1 FOR KEY SHARE OF m");

/* Locked, as above, so that the account does not end before its link is written. */
STATEMENT(FIND_MEMBER,
	"SELECT id, email, name FROM members"
	" WHERE lower(email) = lower($1) AND email_verified_at IS NOT NULL FOR KEY SHARE");

void
mail_request_add(struct call *call, const char *kind, const struct text *email)
{
	const struct uuid id = id_new();

	db_query(call, ADD, DB_UUID(&id), DB_STRING(kind), DB_TEXT(*email));
}

static void
resend(struct call *call, const struct text *email)
{
	struct rows *rows = db_query(call, FIND_SIGN_UP, DB_TEXT(*email));
	struct sign_up sign_up = {.password_hash = {.presence = ABSENT}};
	struct uuid member;
	struct text address;

	if (rows->count == 0)
		return;
	sign_up.name = row_text(rows, 0, "name");
	sign_up.application = row_text(rows, 0, "application");
	mail_token_read_invite(rows, &sign_up);
	member = row_uuid(rows, 0, "id");
	address = row_text(rows, 0, "email");
	mail_token_send_verification(call, &address,
		mail_token_issue(call, &member, "verify_email", &sign_up));
}

static void
send_reset(struct call *call, const struct text *email)
{
	struct rows *rows = db_query(call, FIND_MEMBER, DB_TEXT(*email));
	struct text address, name;
	struct uuid member;

	if (rows->count == 0)
		return;
	member = row_uuid(rows, 0, "id");
	address = row_text(rows, 0, "email");
	name = row_text(rows, 0, "name");
	mail_token_send_password(call, &member, &address, &name, MAIL_RESET_PASSWORD);
}

bool
mail_request_take(struct call *call, struct mail_request *request)
{
	struct rows *rows = db_query_plain(call, TAKE);

	if (rows->count == 0)
		return false;
	request->id = row_uuid(rows, 0, "id");
	request->tries = row_integer(rows, 0, "tries");
	return true;
}

void
mail_request_answer(struct call *call, const struct mail_request *request)
{
	struct rows *rows = db_query(call, REMOVE, DB_UUID(&request->id));
	struct text email;

	if (rows->count == 0)
		return;
	if (request->tries > TRIES_MAX) {
		log_warn("mail_request_dropped",
			LOG_TEXT("kind", row_text(rows, 0, "kind").data));
		return;
	}
	email = row_text(rows, 0, "email");
	if (strcmp(row_text(rows, 0, "kind").data, "resend") == 0)
		resend(call, &email);
	else
		send_reset(call, &email);
}

bool
mail_request_step(struct call *call)
{
	struct mail_request request;

	if (!mail_request_take(call, &request))
		return false;
	db_begin(call, TX_WRITE, false);
	mail_request_answer(call, &request);
	return true;
}
