#include "common/config/config.h"
#include "common/db/db.h"
#include "common/outbox/outbox.h"
#include "common/reply/reply.h"
#include "services/identity/admin/admin_member.h"
#include "services/identity/handlers.h"
#include "services/identity/mail/mail_token.h"

STATEMENT(ANSWER,
	"SELECT m.id AS user_id, m.email, now() + interval '1 hour' AS expires_at"
	" FROM members m WHERE m.id = $1");

/* For a member who cannot receive mail. Opening the link is the same as opening the link
 * of a mail, so the member is mailed that the password has changed. */
enum problem
member_reset_link(struct call *call, const void *input)
{
	const struct member_reset_link_in *in = input;
	const struct uuid *id = &in->id.uuid;
	struct reply_extra link;

	if (admin_member_lock(call, id)->count == 0)
		return call_fail(call, PROBLEM_MEMBER_NOT_FOUND, NULL);
	mail_token_void_all(call, id);
	link = REPLY_FIELD_STRING("link",
		arena_printf(call->arena, "%s/reset-password?token=%s",
			config()->base_url.data,
			mail_token_issue(call, id, "reset_password", NULL)));
	audit_write(call, AUDIT_MEMBER_RESET_LINK, id);
	return reply_row(call, db_query(call, ANSWER, DB_UUID(id)), 0,
		&(const struct reply_parts){.extras = &link, .extra_count = 1});
}
