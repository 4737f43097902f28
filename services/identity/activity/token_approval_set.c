#include "common/reply/reply.h"
#include "services/identity/credentials/credential_sql.h"
#include "services/identity/handlers.h"

STATEMENT(SET,
	"UPDATE credentials c SET approval = $3 WHERE c.member_id = $1 AND c.id = $2"
	" AND c.kind = 'token' AND " CREDENTIAL_WORKS);

enum problem
token_approval_set(struct call *call, const void *input)
{
	const struct token_approval_set_in *in = input;

	if (db_query(call, SET, DB_CALLER(call), DB_ID(in->id), DB_TEXT(in->approval))
			->affected == 0)
		return call_fail(call, PROBLEM_TOKEN_NOT_FOUND, NULL);
	return reply_none(call);
}
