#include "common/db/db.h"
#include "common/reply/reply.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/credentials/credential_sql.h"
#include "services/identity/credentials/page_sql.h"
#include "services/identity/handlers.h"

STATEMENT(LIST,
	"SELECT " TOKEN_COLUMNS " FROM credentials c"
	" WHERE c.member_id = $1 AND c.kind = 'token' AND " CREDENTIAL_WORKS
		CREDENTIAL_PAGE("$2", "$3", "$4"));

/* The caller's tokens that work, which is not for apps. */
enum problem
token_list(struct call *call, const void *input)
{
	enum problem problem = credential_require_own(call);
	struct rows *rows;

	(void)input;
	if (problem != PROBLEM_NONE)
		return problem;
	rows = db_query(call, LIST, DB_UUID(&call->principal.member), PAGE_PARAMS(call));
	return reply_page(call, rows, "createdAt", NULL);
}
