#include "common/base/id.h"
#include "common/db/db.h"
#include "common/outbox/outbox.h"
#include "common/reply/reply.h"
#include "services/identity/handlers.h"

/* Also revokes grants whose codes have not been redeemed yet. A trigger revokes the
 * tokens of the grants. */
STATEMENT(REVOKE,
	"UPDATE oauth_grants SET revoked_at = now() WHERE member_id = $1"
	" AND client_id = $2 AND revoked_at IS NULL AND expires_at > now()");

enum problem
app_revoke(struct call *call, const void *input)
{
	const struct app_revoke_in *in = input;
	struct uuid client;

	if (!id_parse(in->client_id.data, in->client_id.size, "cli", &client) ||
		db_query(call, REVOKE, DB_CALLER(call), DB_UUID(&client))->affected == 0)
		return call_fail(call, PROBLEM_APP_NOT_FOUND, NULL);
	audit_write(call, AUDIT_APP_REVOKE, &call->principal.member);
	return reply_none(call);
}
