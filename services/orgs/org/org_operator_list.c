#include "common/list/list.h"
#include "services/orgs/handlers.h"
#include "services/orgs/org/org_sql.h"

#define ORGS(rows) \
	SQL("SELECT " ORG_COLUMNS " FROM orgs o WHERE true" LIST_PAGE( \
		"o.created_at", "o.id", rows))

LIST(ALL_ORGS, ORGS, .sort = "created_at");

/* Lists all organizations, also those that members cannot find, for the operator. */
enum problem
org_operator_list(struct call *call, const void *input)
{
	(void)input;
	return list_answer_plain(call, ALL_ORGS);
}
