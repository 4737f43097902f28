#include "common/db.h"
#include "common/outbox.h"
#include "common/reply.h"
#include "services/identity/credential_sql.h"
#include "services/identity/handlers.h"

static const char REVOKE[] =
	"UPDATE credentials c SET revoked_at = now()"
	" WHERE c.id = $1 AND c.member_id = $2 AND c.kind = 'token' AND " CREDENTIAL_WORKS;

/* One token of the caller, that of the request too. */
enum problem
token_revoke(struct call *call, const void *input)
{
	const struct token_revoke_in *in = input;

	if (db_query(call, REVOKE, DB_ID(in->id), DB_UUID(&call->principal.member))
			->affected == 0)
		return call_fail(call, PROBLEM_TOKEN_NOT_FOUND, NULL);
	audit_write(call, "token.revoke", "token", &in->id.uuid);
	return reply_none(call);
}
