#include "common/base/id.h"
#include "common/reply/reply.h"
#include "services/identity/credentials/app_sql.h"
#include "services/identity/handlers.h"

STATEMENT(SET,
	"UPDATE oauth_grants g SET tools = $3 WHERE g.member_id = $1"
	" AND g.client_id = $2 AND " GRANT_VALID);

enum problem
app_tools_set(struct call *call, const void *input)
{
	const struct app_tools_set_in *in = input;
	struct uuid client;

	if (!id_parse(in->client_id.data, in->client_id.size, "cli", &client) ||
		db_query(call, SET, DB_CALLER(call), DB_UUID(&client), DB_TEXT(in->tools))
				->affected == 0)
		return call_fail(call, PROBLEM_APP_NOT_FOUND, NULL);
	return reply_none(call);
}
