#include "common/schema/org_sql.h"
#include "services/orgs/handlers.h"
#include "services/orgs/org/org.h"
#include "services/orgs/org/org_sql.h"

STATEMENT(FIND_PUBLIC_ORG,
	"SELECT " ORG_COLUMNS " FROM orgs o"
	" WHERE o.id = " ORG_OF_SLUG("$1") " AND o.visibility = 'public'");

/* An organization as visitors without an account see it. */
enum problem
org_public_get(struct call *call, const void *input)
{
	const struct org_get_in *in = input;
	struct rows *rows = db_query(call, FIND_PUBLIC_ORG, DB_TEXT(in->slug));

	if (rows->count == 0)
		return call_fail(call, PROBLEM_ORG_NOT_FOUND, NULL);
	return reply_row(call, rows, 0, NULL);
}
