#include "common/db.h"
#include "common/outbox.h"
#include "common/reply.h"
#include "services/identity/admin_member_sql.h"
#include "services/identity/handlers.h"

static const char APPROVE[] =
	"UPDATE members m SET status = 'active'"
	" WHERE m.id = $1 AND m.status <> 'active' AND " ADMIN_MEMBER_EXISTS;

static const char FIND_MEMBER[] =
	"SELECT " ADMIN_MEMBER_COLUMNS
	" FROM members m WHERE m.id = $1 AND " ADMIN_MEMBER_EXISTS;

/* Tells the member, and notes who did it. */
static void
announce(struct call *call, const struct rows *member)
{
	const struct uuid id = row_uuid(member, 0, "id");
	const struct outbox_mail mail = {
		.template_name = "account_approved",
		.to_address = row_text(member, 0, "email"),
		.to_name = row_text(member, 0, "name"),
	};
	const struct outbox_notice notice = {
		.kind = "account_approved",
		.recipient = id,
		.subject_type = "member",
		.subject = id,
	};

	outbox_mail(call, &mail);
	outbox_notice(call, &notice);
	audit_write(call, "member.approve", "member", &id);
}

/* Of two approvals at once the second waits for the row, and then has nothing to change. */
enum problem
admin_member_approve(struct call *call, const void *input)
{
	const struct admin_member_approve_in *in = input;
	const bool changed = db_query(call, APPROVE, DB_ID(in->id))->affected == 1;
	struct rows *member = db_query(call, FIND_MEMBER, DB_ID(in->id));

	if (member->count == 0)
		return call_fail(call, PROBLEM_MEMBER_NOT_FOUND, NULL);
	if (changed)
		announce(call, member);
	return reply_row(call, member, 0, NULL);
}
