#include "common/outbox/outbox.h"
#include "common/reply/reply.h"
#include "services/identity/admin/admin_member.h"
#include "services/identity/handlers.h"

/* Mails and notifies the member, and writes the audit entry. */
static void
announce(struct call *call, const struct rows *member)
{
	const struct uuid id = row_uuid(member, 0, "id");
	const struct outbox_notice notice = {
		.kind = NOTICE_ACCOUNT_APPROVED,
		.recipient = id,
		.subject = id,
	};

	admin_member_mail(
		call, member, MAIL_ACCOUNT_APPROVED, (struct text){.presence = ABSENT});
	outbox_notice(call, &notice);
	outbox_answered(call, NOTICE_MEMBER_PENDING, &id, NULL);
	audit_write(call, AUDIT_MEMBER_APPROVE, &id);
}

/* Of two concurrent approvals, the second waits for the row and changes nothing. */
enum problem
admin_member_approve(struct call *call, const void *input)
{
	const struct admin_member_approve_in *in = input;
	struct rows *member = admin_member_lock(call, &in->id.uuid);

	if (member->count == 0)
		return call_fail(call, PROBLEM_MEMBER_NOT_FOUND, NULL);
	if (admin_member_is(member, "active"))
		return reply_row(call, member, 0, NULL);
	if (admin_member_activate(call, member) != PROBLEM_NONE)
		return call->outcome.problem;
	announce(call, member);
	return admin_member_answer(call, &in->id.uuid);
}
