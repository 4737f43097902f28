#include "services/identity/account/account.h"

#include "common/db/db.h"
#include "common/reply/reply.h"
#include "services/identity/members/account_sql.h"

STATEMENT_BATCHED(ACCOUNT,
	"SELECT " ACCOUNT_COLUMNS("")
	" FROM " ACCOUNT_TABLES
	" WHERE m.id = $1 AND m.former_at IS NULL");

enum problem
account_answer(struct call *call, const struct uuid *member)
{
	struct rows *rows = db_query(call, ACCOUNT, DB_UUID(member));

	if (rows->count == 0)
		return call_fail(call, PROBLEM_INVALID_TOKEN, NULL);
	return reply_row(call, rows, 0, NULL);
}
