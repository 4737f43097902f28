#include "common/list/list.h"
#include "services/identity/activity/approval_sql.h"
#include "services/identity/handlers.h"

#define WAITING_APPROVALS(rows) \
	SQL("SELECT " APPROVAL_COLUMNS " FROM approvals a WHERE " APPROVAL_WAITS \
	    LIST_PAGE("a.created_at", "a.id", rows))

LIST(APPROVALS, WAITING_APPROVALS, .sort = "created_at");

/* Apps may not call this operation, so that one app does not learn of the others. */
enum problem
me_approval_list(struct call *call, const void *input)
{
	(void)input;
	return list_answer_plain(call, APPROVALS);
}
