#include <string.h>

#include "common/base/id.h"
#include "common/outbox/role_mail.h"
#include "common/reply/reply.h"
#include "services/identity/admin/admin_member.h"
#include "services/identity/handlers.h"

STATEMENT(SET_ROLE,
	"UPDATE members SET role = $2 WHERE id = $1");

STATEMENT(MAIL_FORMER,
	ROLE_END_MAIL("$1", "$2", "'Administrator of this instance'"));

/* Tells the administrators about a new one, and a former one about the end. */
static enum problem
tell(struct call *call, const struct admin_member_set_role_in *in)
{
	if (strcmp(in->role.data, "admin") == 0)
		return admin_member_appoint(call, &in->id.uuid);
	db_query(call, MAIL_FORMER, DB_CALLER(call), DB_ID(in->id));
	return PROBLEM_NONE;
}

/* Grants or revokes the role of administrator. The last administrator keeps it. */
enum problem
admin_member_set_role(struct call *call, const void *input)
{
	const struct admin_member_set_role_in *in = input;
	bool others;
	struct rows *member;

	if (id_equal(&in->id.uuid, &call->principal.member))
		return call_fail(call, PROBLEM_CANNOT_CHANGE_OWN_ROLE, NULL);
	others = admin_member_others(call, &in->id.uuid);
	member = admin_member_lock(call, &in->id.uuid);
	if (member->count == 0)
		return call_fail(call, PROBLEM_MEMBER_NOT_FOUND, NULL);
	if (admin_member_is(member, "suspended"))
		return call_fail(call, PROBLEM_MEMBER_SUSPENDED, NULL);
	if (strcmp(row_text(member, 0, "role").data, in->role.data) == 0)
		return reply_row(call, member, 0, NULL);
	if (!others && strcmp(in->role.data, "member") == 0)
		return call_fail(call, PROBLEM_LAST_ADMIN, NULL);
	db_query(call, SET_ROLE, DB_ID(in->id), DB_TEXT(in->role));
	if (tell(call, in) != PROBLEM_NONE)
		return call->outcome.problem;
	audit_write_detail(call, AUDIT_MEMBER_SET_ROLE, &in->id.uuid,
		&(const struct audit_detail){"role", in->role});
	return admin_member_answer(call, &in->id.uuid);
}
