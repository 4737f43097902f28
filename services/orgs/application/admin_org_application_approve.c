#include "common/base/id.h"
#include "common/outbox/outbox.h"
#include "services/orgs/application/org_application.h"
#include "services/orgs/handlers.h"
#include "services/orgs/member/org_member.h"

STATEMENT(FIND_APPLICANT,
	"SELECT m.status = 'active' AS active FROM members m WHERE m.id = $1");

/* Frees the slug before INSERT_ORG takes it in the same transaction. */
STATEMENT(APPROVE,
	"UPDATE org_applications SET status = 'approved', organization_id = $3,"
	" decided_at = now(), decided_by = $1"
	" WHERE id = $2");

STATEMENT(INSERT_ORG,
	"INSERT INTO orgs (id, slug, name, kind, description, location, website)"
	" SELECT p.organization_id, p.slug, p.name, p.kind, p.description, p.location,"
	" p.website"
	" FROM org_applications p WHERE p.id = $1");

/* Creates the organization and its owner, and notifies the applicant. */
static void
found_org(struct call *call, const struct uuid *application, const struct uuid *applicant)
{
	const struct uuid org = id_new();

	db_query(call, APPROVE, DB_CALLER(call), DB_UUID(application), DB_UUID(&org));
	db_query(call, INSERT_ORG, DB_UUID(application));
	org_member_add(call, &org, applicant, "owner");
	org_member_tell(call, &org, applicant, NOTICE_ORG_APPLICATION_APPROVED);
	outbox_answered(call, NOTICE_ORG_APPLICATION_RECEIVED, application, NULL);
	audit_write(call, AUDIT_ORG_APPLICATION_APPROVE, application);
}

/* Of two concurrent decisions, the second waits for the lock and then sees the first. */
enum problem
admin_org_application_approve(struct call *call, const void *input)
{
	const struct admin_org_application_approve_in *in = input;
	bool pending = false;
	struct uuid applicant;
	enum problem problem = org_application_lock(
		call, &in->id.uuid, "approved", &pending, &applicant);

	if (problem != PROBLEM_NONE)
		return problem;
	if (pending) {
		struct rows *rows = db_query(call, FIND_APPLICANT, DB_UUID(&applicant));

		if (rows->count == 0 || !row_boolean(rows, 0, "active"))
			return call_fail(call, PROBLEM_MEMBER_SUSPENDED, NULL);
		found_org(call, &in->id.uuid, &applicant);
	}
	return org_application_answer(call, &in->id.uuid);
}
