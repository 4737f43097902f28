#include "common/db/db.h"
#include "common/outbox/outbox.h"
#include "common/quota/quota.h"
#include "common/reply/reply.h"
#include "services/identity/credentials/note.h"
#include "services/identity/handlers.h"
#include "services/identity/mail/mail_token.h"
#include "services/identity/mail/member_mail.h"
#include "services/identity/sign_in/attempt.h"
#include "services/identity/sign_in/password_prove.h"

/* The account, and the account that has the new address. */
STATEMENT(FIND_HOLDER,
	"SELECT m.name, p.handle, h.email AS holder_email"
	" FROM members m LEFT JOIN profiles p ON p.member_id = m.id"
	" LEFT JOIN members h ON lower(h.email) = lower($2) AND h.id <> m.id"
	" AND h.email_verified_at IS NOT NULL WHERE m.id = $1");

/* A new request voids the link of an earlier one. */
STATEMENT(VOID_EARLIER,
	"UPDATE mail_tokens SET used_at = now()"
	" WHERE member_id = $1 AND kind = 'change_email' AND used_at IS NULL");

/* Names the account, so that nobody who signs up at the same time takes the mail for that
 * of the sign-up. */
static struct text
note_account(struct call *call, const struct rows *account)
{
	const struct text name = row_text(account, 0, "name");
	const struct text shown = note_name(call, &name);

	return arena_text(call->arena,
		row_null(account, 0, "handle")
			? arena_printf(call->arena, "The account: %s", shown.data)
			: arena_printf(call->arena, "The account: %s (@%s)", shown.data,
				  row_text(account, 0, "handle").data));
}

/* Answers alike, and mails the new address, whether or not that address has an account.
 * Only the reader of the mailbox learns which. */
static void
send_mail(struct call *call, const struct text *email)
{
	const struct uuid *member = &call->principal.member;
	struct rows *found =
		db_query(call, FIND_HOLDER, DB_CALLER(call), DB_TEXT(*email));
	struct outbox_mail mail = {.template = MAIL_EMAIL_TAKEN};
	enum outbox_cause cause = CAUSE_NOTICE;

	db_query(call, VOID_EARLIER, DB_CALLER(call));
	if (found->count == 0)
		return;
	if (!row_null(found, 0, "holder_email")) {
		mail.to_address = row_text(found, 0, "holder_email");
	} else {
		cause = CAUSE_CHANGE;
		mail.template = MAIL_CHANGE_EMAIL;
		mail.to_address = *email;
		mail.note = note_account(call, found);
		mail.link_path = "/verify-email?token=";
		mail.secret = mail_token_issue_change(call, member, email);
	}
	if (outbox_recipient_count(call, &mail.to_address, cause))
		outbox_mail(call, &mail);
}

/* Changes nothing yet, but notifies the current address while its owner can still act. */
enum problem
email_change(struct call *call, const void *input)
{
	const struct email_change_in *in = input;
	const struct reply_extra status =
		REPLY_FIELD_STRING("status", "verification_sent");
	enum problem problem = password_prove(call, &in->password);

	if (problem == PROBLEM_NONE)
		problem = attempt_count(call, "resend", &in->email);
	if (problem == PROBLEM_NONE)
		problem = quota_use(call, QUOTA_ADDRESSES);
	if (problem != PROBLEM_NONE)
		return problem;
	send_mail(call, &in->email);
	member_mail_id(call, &call->principal.member, MAIL_EMAIL_CHANGE_ASKED);
	audit_write(call, AUDIT_EMAIL_ASK_CHANGE, &call->principal.member);
	return reply_fields(call, &status, 1);
}
