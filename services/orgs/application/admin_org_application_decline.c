#include "common/outbox/outbox.h"
#include "services/orgs/application/org_application.h"
#include "services/orgs/handlers.h"

STATEMENT(DECLINE,
	"UPDATE org_applications SET status = 'declined', reason = $3,"
	" decided_at = now(), decided_by = $1"
	" WHERE id = $2");

/* Declining also frees the slug. */
enum problem
admin_org_application_decline(struct call *call, const void *input)
{
	const struct admin_org_application_decline_in *in = input;
	bool pending = false;
	struct uuid applicant;
	enum problem problem = org_application_lock(
		call, &in->id.uuid, "declined", &pending, &applicant);

	if (problem != PROBLEM_NONE)
		return problem;
	if (pending) {
		db_query(call, DECLINE, DB_CALLER(call), DB_ID(in->id),
			DB_TEXT(in->reason));
		outbox_notice(call,
			&(const struct outbox_notice){
				.kind = NOTICE_ORG_APPLICATION_DECLINED,
				.recipient = applicant,
				.subject = in->id.uuid});
		outbox_answered(
			call, NOTICE_ORG_APPLICATION_RECEIVED, &in->id.uuid, NULL);
		audit_write(call, AUDIT_ORG_APPLICATION_DECLINE, &in->id.uuid);
	}
	return org_application_answer(call, &in->id.uuid);
}
