#include "services/orgs/application/org_application.h"
#include "services/orgs/handlers.h"

STATEMENT(FIND_LATEST,
	"SELECT " APPLICATION_COLUMNS " FROM " APPLICATION_TABLES
	" WHERE p.applicant_id = $1 ORDER BY p.created_at DESC, p.id DESC LIMIT 1");

enum problem
org_application_mine(struct call *call, const void *input)
{
	struct rows *rows = db_query(call, FIND_LATEST, DB_CALLER(call));

	(void)input;
	if (rows->count == 0)
		return call_fail(call, PROBLEM_ORG_APPLICATION_NOT_FOUND, NULL);
	return reply_row(call, rows, 0, NULL);
}
