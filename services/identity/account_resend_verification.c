#include "common/db.h"
#include "common/outbox.h"
#include "common/reply.h"
#include "services/identity/attempt.h"
#include "services/identity/handlers.h"
#include "services/identity/mail_token.h"

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
	" ORDER BY t.expires_at > now() DESC, t.created_at, t.id LIMIT 1";

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

/* Says the same in every case; an address without an open sign-up gets no mail. */
enum problem
account_resend_verification(struct call *call, const void *input)
{
	const struct account_resend_verification_in *in = input;
	const struct reply_extra status =
		REPLY_FIELD_STRING("status", "verification_sent");
	enum problem problem = attempt_count(call, "resend", &in->email);
	struct rows *rows;

	if (problem != PROBLEM_NONE)
		return problem;
	rows = db_query(call, FIND_SIGN_UP, DB_TEXT(in->email));
	if (rows->count == 1) {
		const struct sign_up sign_up = {
			.name = row_text(rows, 0, "name"),
			.password_hash = {.presence = ABSENT},
			.application = row_text(rows, 0, "application"),
			.invite_code = row_text(rows, 0, "invite_code"),
			.invite_hold = invite_hold(rows),
		};
		const struct uuid member = row_uuid(rows, 0, "id");
		const struct text address = row_text(rows, 0, "email");

		mail_token_send_verification(call, &address,
			mail_token_issue(call, &member, "verify_email", &sign_up));
	}
	return reply_fields(call, &status, 1);
}
