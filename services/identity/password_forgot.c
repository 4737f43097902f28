#include "common/db.h"
#include "common/reply.h"
#include "services/identity/attempt.h"
#include "services/identity/handlers.h"
#include "services/identity/mail_token.h"

/* Locked, so that the account does not end before its link is written. */
static const char FIND_MEMBER[] =
	"SELECT id, email, name FROM members"
	" WHERE lower(email) = lower($1) AND email_verified_at IS NOT NULL FOR KEY SHARE";

/* Says the same in every case. */
enum problem
password_forgot(struct call *call, const void *input)
{
	const struct password_forgot_in *in = input;
	const struct reply_extra status = REPLY_FIELD_STRING("status", "reset_sent");
	enum problem problem = attempt_count(call, "forgot", &in->email);
	struct text address, name;
	struct uuid member;
	struct rows *rows;

	if (problem != PROBLEM_NONE)
		return problem;
	rows = db_query(call, FIND_MEMBER, DB_TEXT(in->email));
	if (rows->count == 1) {
		member = row_uuid(rows, 0, "id");
		address = row_text(rows, 0, "email");
		name = row_text(rows, 0, "name");
		mail_token_send_password(
			call, &member, &address, &name, "reset_password");
	}
	return reply_fields(call, &status, 1);
}
