#include "common/db/db.h"
#include "common/outbox/outbox.h"
#include "common/reply/reply.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/handlers.h"
#include "services/identity/mail/member_mail.h"

/* The recovery codes go with it. */
static const char REMOVE[] = "DELETE FROM totp WHERE member_id = $1"
			     " RETURNING confirmed_at IS NOT NULL AS confirmed";

enum problem
totp_remove(struct call *call, const void *input)
{
	const struct uuid *member = &call->principal.member;
	enum problem problem = credential_require_session(call);
	struct rows *rows;

	(void)input;
	if (problem != PROBLEM_NONE)
		return problem;
	rows = db_query(call, REMOVE, DB_UUID(member));
	if (rows->count == 1 && row_boolean(rows, 0, "confirmed")) {
		audit_write(call, AUDIT_TOTP_DISABLE, member);
		member_mail(call, member, MAIL_TOTP_OFF);
	}
	return reply_none(call);
}
