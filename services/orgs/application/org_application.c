#include "services/orgs/application/org_application.h"

#include <string.h>

STATEMENT(FIND_APPLICATION,
	"SELECT " APPLICATION_COLUMNS " FROM " APPLICATION_TABLES " WHERE p.id = $1");

STATEMENT(LOCK_APPLICATION,
	"SELECT p.status, p.applicant_id FROM org_applications p WHERE p.id = $1"
	" FOR UPDATE");

enum problem
org_application_answer(struct call *call, const struct uuid *id)
{
	return reply_row(call, db_query(call, FIND_APPLICATION, DB_UUID(id)), 0, NULL);
}

enum problem
org_application_lock(struct call *call, const struct uuid *id, const char *wanted,
	bool *pending, struct uuid *applicant)
{
	struct rows *rows = db_query(call, LOCK_APPLICATION, DB_UUID(id));
	const char *status;

	if (rows->count == 0)
		return call_fail(call, PROBLEM_ORG_APPLICATION_NOT_FOUND, NULL);
	*applicant = row_uuid(rows, 0, "applicant_id");
	status = row_text(rows, 0, "status").data;
	*pending = strcmp(status, "pending") == 0;
	if (*pending || strcmp(status, wanted) == 0)
		return PROBLEM_NONE;
	return call_fail(call, PROBLEM_INVALID_TRANSITION,
		"the application is %s and cannot become %s", status, wanted);
}
