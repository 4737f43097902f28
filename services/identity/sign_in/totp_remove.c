#include "common/outbox/outbox.h"
#include "common/reply/reply.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/handlers.h"
#include "services/identity/mail/member_mail.h"
#include "services/identity/sign_in/password_prove.h"
#include "services/identity/sign_in/totp.h"

/* Requires the password and a code. Otherwise a thief with a session or a password could
 * remove the second factor and lock out the owner. */
enum problem
totp_remove(struct call *call, const void *input)
{
	const struct totp_remove_in *in = input;
	const struct uuid *member = &call->principal.member;
	enum problem problem = password_prove_with_code(call, &in->password, &in->code);

	if (problem != PROBLEM_NONE)
		return problem;
	if (totp_delete(call, member)) {
		audit_write(call, AUDIT_TOTP_DISABLE, member);
		member_mail(call, member, MAIL_TOTP_OFF);
	}
	return reply_none(call);
}
