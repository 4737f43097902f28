#include "common/db.h"
#include "common/outbox.h"
#include "common/reply.h"
#include "services/identity/attempt.h"
#include "services/identity/handlers.h"
#include "services/identity/mail_token.h"

static const char FIND_MEMBER[] =
	"SELECT id, email, name FROM members"
	" WHERE lower(email) = lower($1) AND email_verified_at IS NOT NULL";

/* Mails the link to the address as it is held, not as it was typed. */
static void
send_link(struct call *call, const struct rows *rows)
{
	const struct uuid member = row_uuid(rows, 0, "id");
	const struct outbox_mail mail = {
		.template_name = "reset_password",
		.to_address = row_text(rows, 0, "email"),
		.to_name = row_text(rows, 0, "name"),
		.link_path = "/reset-password?token=",
		.secret = mail_token_issue(call, &member, "reset_password", NULL),
	};

	outbox_mail(call, &mail);
}

/* Says the same in every case. */
enum problem
password_forgot(struct call *call, const void *input)
{
	const struct password_forgot_in *in = input;
	const struct reply_extra status = REPLY_FIELD_STRING("status", "reset_sent");
	enum problem problem = attempt_count(call, "forgot", &in->email);
	struct rows *rows;

	if (problem != PROBLEM_NONE)
		return problem;
	rows = db_query(call, FIND_MEMBER, DB_TEXT(in->email));
	if (rows->count == 1)
		send_link(call, rows);
	return reply_fields(call, &status, 1);
}
