#include "common/db/db.h"
#include "common/outbox/outbox.h"
#include "common/reply/reply.h"
#include "services/identity/credentials/credential_sql.h"
#include "services/identity/handlers.h"
#include "services/identity/mail/member_mail.h"
#include "services/identity/sign_in/totp.h"

#define OF_ADDRESS "lower(email) = lower($1) AND email_verified_at IS NOT NULL"

STATEMENT(QUEUE, QUEUE_ALONE("id", "members WHERE " OF_ADDRESS));

STATEMENT(FIND_MEMBER,
	"SELECT id AS user_id FROM members WHERE " OF_ADDRESS " FOR NO KEY UPDATE");

STATEMENT(ANSWER,
	"SELECT $1::uuid AS user_id, $2::boolean AS removed");

/* For a member who lost the app and the recovery codes. The audit log records the
 * operator's call even if there was nothing to remove. */
enum problem
totp_reset(struct call *call, const void *input)
{
	const struct totp_reset_in *in = input;
	struct rows *found;
	struct uuid member;
	bool removed;

	db_query(call, QUEUE, DB_TEXT(in->email));
	found = db_query(call, FIND_MEMBER, DB_TEXT(in->email));
	if (found->count == 0)
		return call_fail(call, PROBLEM_MEMBER_NOT_FOUND, NULL);
	member = row_uuid(found, 0, "user_id");
	removed = totp_delete(call, &member);
	if (removed)
		member_mail(call, &member, MAIL_TOTP_OFF);
	audit_write(call, AUDIT_MEMBER_TOTP_RESET, &member);
	return reply_row(call, db_query(call, ANSWER, DB_UUID(&member), DB_FLAG(removed)),
		0, NULL);
}
