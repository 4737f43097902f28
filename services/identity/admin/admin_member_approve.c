#include "common/outbox/outbox.h"
#include "common/reply/reply.h"
#include "services/identity/admin/admin_member.h"
#include "services/identity/admin/admin_member_sql.h"
#include "services/identity/handlers.h"

STATEMENT(APPROVE,
	"UPDATE members m SET status = 'active'"
	" WHERE m.id = $1 AND m.status <> 'active' AND " ADMIN_MEMBER_EXISTS);

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
	const bool changed = db_query(call, APPROVE, DB_ID(in->id))->affected == 1;
	struct rows *member = admin_member_find(call, &in->id.uuid);

	if (member->count == 0)
		return call_fail(call, PROBLEM_MEMBER_NOT_FOUND, NULL);
	if (changed)
		announce(call, member);
	return reply_row(call, member, 0, NULL);
}
