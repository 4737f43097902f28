#include "common/reply/reply.h"
#include "services/identity/activity/approval_sql.h"
#include "services/identity/handlers.h"

/* The row stays, so that the app gets this answer when it repeats the request. */
STATEMENT(DECLINE,
	"UPDATE approvals a SET status = 'declined', decided_at = now(), input = '',"
	" content = '' WHERE " APPROVAL_WAITS " AND a.id = $2");

enum problem
me_approval_decline(struct call *call, const void *input)
{
	const struct me_approval_get_in *in = input;

	if (db_query(call, DECLINE, DB_CALLER(call), DB_ID(in->id))->affected == 0)
		return call_fail(call, PROBLEM_APPROVAL_NOT_FOUND, NULL);
	return reply_none(call);
}
