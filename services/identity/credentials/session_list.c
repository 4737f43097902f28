#include "common/db/db.h"
#include "common/reply/reply.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/credentials/credential_sql.h"
#include "services/identity/handlers.h"

STATEMENT(LIST,
	"SELECT c.id, c.created_at AS \"createdAt\", c.last_used_at AS \"lastUsedAt\","
	" c.expires_at AS \"expiresAt\", c.user_agent AS \"userAgent\", c.address,"
	" c.id = $2 AS current FROM credentials c"
	" WHERE c.member_id = $1 AND c.kind = 'session' AND " CREDENTIAL_WORKS
		CREDENTIAL_PAGE("$3", "$4", "$5"));

/* Where the caller is signed in: from which addresses and with what, which is not for apps. */
enum problem
session_list(struct call *call, const void *input)
{
	const enum presence given = call->after.given ? GIVEN : ABSENT;
	const struct identifier after = {given, call->after.id};
	enum problem problem = credential_require_own(call);
	struct rows *rows;

	(void)input;
	if (problem != PROBLEM_NONE)
		return problem;
	rows = db_query(call, LIST, DB_UUID(&call->principal.member),
		DB_UUID(&call->principal.credential),
		DB_INSTANT(((struct instant){given, call->after.sort})), DB_ID(after),
		DB_NUMBER(call->limit + 1));
	return reply_page(call, rows, "createdAt", NULL);
}
