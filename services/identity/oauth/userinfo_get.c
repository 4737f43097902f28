#include "common/db/db.h"
#include "common/reply/reply.h"
#include "services/identity/handlers.h"

STATEMENT(FIND,
	"SELECT m.id AS sub, m.name, p.handle, m.image FROM members m"
	" LEFT JOIN profiles p ON p.member_id = m.id"
	" WHERE m.id = $1 AND m.email_verified_at IS NOT NULL");

enum problem
userinfo_get(struct call *call, const void *input)
{
	struct rows *rows = db_query(call, FIND, DB_CALLER(call));

	(void)input;
	if (rows->count == 0)
		return call_fail(call, PROBLEM_INVALID_TOKEN, NULL);
	return reply_row(call, rows, 0, NULL);
}
