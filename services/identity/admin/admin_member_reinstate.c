#include "common/outbox/outbox.h"
#include "common/reply/reply.h"
#include "services/identity/admin/admin_member.h"
#include "services/identity/handlers.h"

/* Ends a suspension and mails the member; an administrator keeps the role. Credentials
 * work again without further action, because their use depends on the status. */
enum problem
admin_member_reinstate(struct call *call, const void *input)
{
	const struct admin_member_reinstate_in *in = input;
	struct rows *member = admin_member_lock(call, &in->id.uuid);

	if (member->count == 0)
		return call_fail(call, PROBLEM_MEMBER_NOT_FOUND, NULL);
	if (admin_member_is(member, "pending"))
		return call_fail(call, PROBLEM_INVALID_TRANSITION,
			"a pending member cannot be reinstated, only approved");
	if (admin_member_is(member, "active"))
		return reply_row(call, member, 0, NULL);
	if (admin_member_activate(call, member) != PROBLEM_NONE)
		return call->outcome.problem;
	admin_member_mail(
		call, member, MAIL_ACCOUNT_REINSTATED, (struct text){.presence = ABSENT});
	audit_write_detail(call, AUDIT_MEMBER_REINSTATE, &in->id.uuid,
		&(const struct audit_detail){"reason", in->reason});
	return admin_member_answer(call, &in->id.uuid);
}
