#include "common/reply/reply.h"
#include "services/identity/activity/approval_sql.h"
#include "services/identity/handlers.h"

STATEMENT(FIND,
	"SELECT a.operation, a.key, a.input FROM approvals a WHERE " APPROVAL_WAITS
	" AND a.id = $2");

/* Changes nothing: the transaction that carries the request out marks it as approved
 * (common/run/approval.c). */
enum problem
me_approval_approve(struct call *call, const void *input)
{
	const struct me_approval_get_in *in = input;
	struct rows *rows = db_query(call, FIND, DB_CALLER(call), DB_ID(in->id));

	if (rows->count == 0)
		return call_fail(call, PROBLEM_APPROVAL_NOT_FOUND, NULL);
	return reply_row(call, rows, 0, NULL);
}
