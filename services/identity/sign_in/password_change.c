#include "common/db/db.h"
#include "common/outbox/outbox.h"
#include "common/quota/quota.h"
#include "common/reply/reply.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/handlers.h"
#include "services/identity/mail/mail_token.h"
#include "services/identity/mail/member_mail.h"
#include "services/identity/sign_in/password.h"
#include "services/identity/sign_in/password_prove.h"

STATEMENT(SET_PASSWORD,
	"UPDATE members SET password_hash = $2 WHERE id = $1");

STATEMENT(COUNT_OF_DAY,
	"SELECT count(*) FROM creations WHERE member_id = $1"
	" AND kind = '" QUOTA_PASSWORDS_KIND "'"
	" AND created_at > now() - interval '1 day'");

/* A reader of the mails may hold a link for a new password, so the first change of a day
 * voids all links. Later ones leave these: a thief who knows the password and changes it
 * again and again would end each one that the owner requests. */
static void
void_links(struct call *call, const struct uuid *member)
{
	struct rows *rows = db_query(call, COUNT_OF_DAY, DB_UUID(member));

	if (rows->count == 1 && row_integer(rows, 0, "count") > 1)
		mail_token_void_addresses(call, member);
	else
		mail_token_void_all(call, member);
}

/* The lock on the member's row orders this call with concurrent sign-ins: a new session
 * is either revoked here or refused because the password has changed. */
enum problem
password_change(struct call *call, const void *input)
{
	const struct password_change_in *in = input;
	const struct uuid *member = &call->principal.member;
	const struct uuid *credential = &call->principal.credential;
	enum problem problem = password_check(call, "#/new", &in->new_password);

	if (problem == PROBLEM_NONE)
		problem = password_check_owner(call, "#/new", &in->new_password, member);
	if (problem == PROBLEM_NONE)
		problem = password_prove(call, &in->current_password);
	if (problem == PROBLEM_NONE)
		problem = quota_use(call, QUOTA_PASSWORDS);
	if (problem != PROBLEM_NONE)
		return problem;
	db_query(call, SET_PASSWORD, DB_UUID(member),
		DB_STRING(password_hash(call->arena, &in->new_password)));
	credential_revoke_sessions(
		call, member, in->revoke_session.value ? NULL : credential);
	credential_forget_addresses(call, member, credential);
	if (in->revoke_access.value)
		credential_revoke_access(call, member);
	void_links(call, member);
	audit_write(call, AUDIT_PASSWORD_CHANGE, member);
	member_mail(call, member, MAIL_PASSWORD_REPLACED);
	return reply_none(call);
}
