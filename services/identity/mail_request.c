#include "services/identity/mail_request.h"

#include <string.h>

#include "common/db.h"
#include "common/id.h"
#include "services/identity/mail_token.h"
#include "services/identity/task.h"

#define PAUSE_S 1

static const char ADD[] =
	"INSERT INTO mail_requests (id, kind, email) VALUES ($1, $2, $3)";

/* What two services take at once, the second one finds gone. */
static const char TAKE[] =
	"DELETE FROM mail_requests WHERE id = ANY (ARRAY(SELECT id FROM mail_requests"
	" ORDER BY id LIMIT 1000)) RETURNING kind, email";

/*
 * The earliest sign-up that can still be verified, else the earliest of all. Its password is
 * left out: whoever signed up, first or last, may be a stranger to the one who asks for the
 * mail and opens its link. That link verifies the address, and account_verify_email mails
 * another one, to choose a password with.
 */
static const char FIND_SIGN_UP[] =
	"SELECT m.id, m.email, t.name, t.application, t.invite_code, t.invite_hold"
	" FROM members m JOIN mail_tokens t ON t.member_id = m.id AND t.kind = 'verify_email'"
	" WHERE lower(m.email) = lower($1) AND m.email_verified_at IS NULL"
	" ORDER BY t.expires_at > now() DESC, t.created_at, t.id LIMIT 1 FOR KEY SHARE OF m";

/* Locked, as above, so that the account does not end before its link is written. */
static const char FIND_MEMBER[] =
	"SELECT id, email, name FROM members"
	" WHERE lower(email) = lower($1) AND email_verified_at IS NOT NULL FOR KEY SHARE";

void
mail_request_add(struct call *call, const char *kind, const struct text *email)
{
	const struct uuid id = id_new();

	db_query(call, ADD, DB_UUID(&id), DB_STRING(kind), DB_TEXT(*email));
}

/* The use of an invite code goes with the sign-up, however often its mail is sent. */
static struct identifier
invite_hold(const struct rows *rows)
{
	struct identifier hold = {.presence = ABSENT};

	if (row_null(rows, 0, "invite_hold"))
		return hold;
	hold.uuid = row_uuid(rows, 0, "invite_hold");
	hold.presence = GIVEN;
	return hold;
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
	sign_up.invite_code = row_text(rows, 0, "invite_code");
	sign_up.invite_hold = invite_hold(rows);
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
	mail_token_send_password(call, &member, &address, &name, "reset_password");
}

void
mail_request_answer(struct call *call)
{
	struct rows *rows = db_query_plain(call, TAKE);

	for (int i = 0; i < rows->count; i++) {
		const struct text email = row_text(rows, i, "email");

		if (strcmp(row_text(rows, i, "kind").data, "resend") == 0)
			resend(call, &email);
		else
			send_reset(call, &email);
	}
}

void
mail_request_run(const volatile int *stop)
{
	task_repeat(stop, "mail_request", PAUSE_S, TX_WRITE, mail_request_answer);
}
