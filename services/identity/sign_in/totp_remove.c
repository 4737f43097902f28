#include "common/outbox/outbox.h"
#include "common/reply/reply.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/handlers.h"
#include "services/identity/mail/member_mail.h"
#include "services/identity/sign_in/password_prove.h"
#include "services/identity/sign_in/totp.h"

/* A stolen session or password is not enough: the thief could keep the owner out for ever. */
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
