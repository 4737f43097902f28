#include "common/schema/org_sql.h"
#include "services/orgs/handlers.h"
#include "services/orgs/org/org.h"
#include "services/orgs/org/org_sql.h"

STATEMENT(FIND_ORG,
	"SELECT " ORG_VIEW_COLUMNS " FROM " ORG_VIEWED 
	" WHERE o.id = " ORG_OF_SLUG("$2"));

/* Anybody who knows the slug can read the organization, even an unlisted one. */
enum problem
org_get(struct call *call, const void *input)
{
	const struct org_get_in *in = input;
	struct rows *rows = db_query(call, FIND_ORG, DB_CALLER(call), DB_TEXT(in->slug));

	if (rows->count == 0)
		return call_fail(call, PROBLEM_ORG_NOT_FOUND, NULL);
	return reply_row(call, rows, 0, NULL);
}
