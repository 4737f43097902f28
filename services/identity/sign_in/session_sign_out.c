#include "common/db/db.h"
#include "common/reply/reply.h"
#include "services/identity/handlers.h"

STATEMENT(REVOKE,
	"UPDATE credentials SET revoked_at = now()"
			     " WHERE id = $1 AND member_id = $2 AND revoked_at IS NULL");

/* Ends the credential of the request, of whatever kind it is. */
enum problem
session_sign_out(struct call *call, const void *input)
{
	(void)input;
	db_query(call, REVOKE, DB_UUID(&call->principal.credential),
		DB_UUID(&call->principal.member));
	return reply_none(call);
}
