#include "services/orgs/handlers.h"
#include "services/orgs/org/org.h"
#include "services/orgs/org/org_sql.h"

STATEMENT(FIND_ORG,
	"SELECT " ORG_VIEW_COLUMNS("$2") " FROM " ORG_VIEWED_BY(
	"$2") " WHERE o.slug = $1");

/* Every organization can be read by who knows its slug, unlisted ones too. */
enum problem
org_get(struct call *call, const void *input)
{
	const struct org_get_in *in = input;
	struct rows *rows = db_query(
		call, FIND_ORG, DB_TEXT(in->slug), DB_UUID(&call->principal.member));

	if (rows->count == 0)
		return call_fail(call, PROBLEM_ORG_NOT_FOUND, NULL);
	return reply_row(call, rows, 0, NULL);
}
