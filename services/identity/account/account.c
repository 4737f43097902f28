#include "services/identity/account/account.h"

#include "common/config/config.h"
#include "common/db/db.h"
#include "common/reply/reply.h"
#include "common/text/official.h"
#include "services/identity/members/account_sql.h"

STATEMENT_BATCHED(ACCOUNT,
	"SELECT " ACCOUNT_COLUMNS("")
	" FROM " ACCOUNT_TABLES
	" WHERE m.id = $1 AND m.former_at IS NULL");

STATEMENT(HAS_NAME,
	"SELECT FROM members WHERE id = $1 AND name = $2");

enum problem
account_check_name(struct call *call, const struct text *name)
{
	if (name->presence != GIVEN || call_administers(call) ||
		!official_name(name->data, name->size, config()->instance_name.data) ||
		db_query(call, HAS_NAME, DB_CALLER(call), DB_TEXT(*name))->count > 0)
		return PROBLEM_NONE;
	return call_fault(call, "#/name", FAULT_NOT_ALLOWED,
		"this name is reserved for the operator");
}

enum problem
account_answer(struct call *call, const struct uuid *member)
{
	struct rows *rows = db_query(call, ACCOUNT, DB_UUID(member));

	if (rows->count == 0)
		return call_fail(call, PROBLEM_INVALID_TOKEN, NULL);
	return reply_row(call, rows, 0, NULL);
}
