#include <string.h>

#include "common/base/id.h"
#include "common/outbox/outbox.h"
#include "common/reply/reply.h"
#include "services/identity/admin/admin_member.h"
#include "services/identity/handlers.h"

STATEMENT(SUSPEND,
	"UPDATE members SET status = 'suspended' WHERE id = $1");

/* Suspends a member and mails it. Readers' predicates hide its content, and its
 * credentials are refused but stay. An empty reason counts as none. */
enum problem
admin_member_suspend(struct call *call, const void *input)
{
	static const struct text none = {.data = ""};
	const struct admin_member_suspend_in *in = input;
	const struct text reason = in->reason.size > 0 ? in->reason : none;
	bool others;
	struct rows *member;

	if (id_equal(&in->id.uuid, &call->principal.member))
		return call_fail(call, PROBLEM_CANNOT_SUSPEND_SELF, NULL);
	others = admin_member_others(call, &in->id.uuid);
	member = admin_member_lock(call, &in->id.uuid);
	if (member->count == 0)
		return call_fail(call, PROBLEM_MEMBER_NOT_FOUND, NULL);
	if (admin_member_is(member, "suspended"))
		return reply_row(call, member, 0, NULL);
	if (!others && strcmp(row_text(member, 0, "role").data, "admin") == 0)
		return call_fail(call, PROBLEM_LAST_ADMIN, NULL);
	db_query(call, SUSPEND, DB_ID(in->id));
	admin_member_mail(call, member, MAIL_ACCOUNT_SUSPENDED, reason);
	audit_write_detail(call, AUDIT_MEMBER_SUSPEND, &in->id.uuid,
		&(const struct audit_detail){
			reason.presence == GIVEN ? "reason" : NULL, reason});
	return admin_member_answer(call, &in->id.uuid);
}
