#include "common/outbox/outbox.h"
#include "common/reply/reply.h"
#include "services/identity/admin/admin_member.h"
#include "services/identity/handlers.h"

STATEMENT(DECLINE,
	"UPDATE members SET status = 'suspended' WHERE id = $1");

/* Declines a pending member. A suspended member stays suspended and gets no second
 * mail. */
enum problem
admin_member_decline(struct call *call, const void *input)
{
	const struct admin_member_decline_in *in = input;
	struct rows *member = admin_member_lock(call, &in->id.uuid);

	if (member->count == 0)
		return call_fail(call, PROBLEM_MEMBER_NOT_FOUND, NULL);
	if (admin_member_is(member, "active"))
		return call_fail(call, PROBLEM_INVALID_TRANSITION,
			"an active member cannot be declined, only suspended");
	if (admin_member_is(member, "suspended"))
		return reply_row(call, member, 0, NULL);
	db_query(call, DECLINE, DB_ID(in->id));
	admin_member_mail(call, member, MAIL_ACCOUNT_DECLINED, in->reason);
	outbox_answered(call, NOTICE_MEMBER_PENDING, &in->id.uuid, NULL);
	audit_write_detail(call, AUDIT_MEMBER_DECLINE, &in->id.uuid,
		&(const struct audit_detail){"reason", in->reason});
	return admin_member_answer(call, &in->id.uuid);
}
