#include "common/db/db.h"
#include "common/reply/reply.h"
#include "services/identity/handlers.h"
#include "services/identity/members/member_sql.h"

STATEMENT(FIND_PUBLIC_MEMBER,
	"SELECT " MEMBER_CARD_COLUMNS ", " MEMBER_MORE_COLUMNS
	" FROM " MEMBER_TABLES " WHERE p.handle = $1 AND p.visibility = 'public'"
	" AND " MEMBER_LISTED);

enum problem
member_public_get(struct call *call, const void *input)
{
	const struct member_get_in *in = input;
	struct rows *rows = db_query(call, FIND_PUBLIC_MEMBER, DB_TEXT(in->handle));

	if (rows->count == 0)
		return call_fail(call, PROBLEM_MEMBER_NOT_FOUND, NULL);
	return reply_row(call, rows, 0, NULL);
}
