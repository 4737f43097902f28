#include "common/db/db.h"
#include "common/reply/reply.h"
#include "services/identity/handlers.h"

STATEMENT(REVOKE,
	"UPDATE credentials SET revoked_at = now()"
	" WHERE member_id = $1 AND id = $2 AND revoked_at IS NULL");

/* Revokes the credential of the request, of any kind. */
enum problem
session_sign_out(struct call *call, const void *input)
{
	(void)input;
	db_query(call, REVOKE, DB_CALLER(call), DB_UUID(&call->principal.credential));
	return reply_none(call);
}
