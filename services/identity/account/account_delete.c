#include "services/identity/account/account_remove.h"

#include "common/outbox/outbox.h"
#include "services/identity/handlers.h"
#include "services/identity/mail/member_mail.h"
#include "services/identity/sign_in/password_prove.h"

/* Deletes the caller's account. The deletion removes what waits for its address, so the
 * mail about it is queued afterwards. */
enum problem
account_delete(struct call *call, const void *input)
{
	const struct account_delete_in *in = input;
	const struct uuid *member = &call->principal.member;
	struct rows *admins = account_remove_lock(call, member);
	struct outbox_mail mail = {.template = MAIL_ACCOUNT_DELETED};
	enum problem problem = password_prove(call, &in->password);

	if (problem != PROBLEM_NONE)
		return problem;
	mail.to_address = member_mail_address(call, member);
	problem = account_remove(call, member, admins, AUDIT_ACCOUNT_DELETE);
	if (problem == PROBLEM_NONE && mail.to_address.presence == GIVEN)
		outbox_mail(call, &mail);
	return problem;
}
