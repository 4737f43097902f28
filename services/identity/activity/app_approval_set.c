#include "common/base/id.h"
#include "common/reply/reply.h"
#include "services/identity/handlers.h"

STATEMENT(SET,
	"UPDATE oauth_grants SET approval = $3 WHERE member_id = $1 AND client_id = $2"
	" AND revoked_at IS NULL AND expires_at > now()");

enum problem
app_approval_set(struct call *call, const void *input)
{
	const struct app_approval_set_in *in = input;
	struct uuid client;

	if (!id_parse(in->client_id.data, in->client_id.size, "cli", &client) ||
		db_query(call, SET, DB_CALLER(call), DB_UUID(&client),
			DB_TEXT(in->approval))
				->affected == 0)
		return call_fail(call, PROBLEM_APP_NOT_FOUND, NULL);
	return reply_none(call);
}
