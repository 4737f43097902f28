#include "common/db/db.h"
#include "common/outbox/outbox.h"
#include "common/reply/reply.h"
#include "services/identity/credentials/credential_sql.h"
#include "services/identity/handlers.h"

STATEMENT(REVOKE,
	"UPDATE credentials c SET revoked_at = now() WHERE c.member_id = $1"
	" AND c.client = $2 AND c.kind = 'oauth' AND " CREDENTIAL_WORKS);

/* Every token of the app. */
enum problem
app_revoke(struct call *call, const void *input)
{
	const struct app_revoke_in *in = input;
	const struct uuid *member = &call->principal.member;

	if (db_query(call, REVOKE, DB_CALLER(call), DB_TEXT(in->client_id))->affected ==
		0)
		return call_fail(call, PROBLEM_APP_NOT_FOUND, NULL);
	audit_write(call, AUDIT_APP_REVOKE, member);
	return reply_none(call);
}
