#include "common/db/db.h"
#include "common/outbox/outbox.h"
#include "common/reply/reply.h"
#include "services/identity/handlers.h"

STATEMENT(REVOKE,
	"UPDATE credentials SET revoked_at = now() WHERE member_id = $1"
	" AND kind = 'session' AND id <> $2 AND revoked_at IS NULL");

/* A caller with a token that is no session revokes all sessions. */
enum problem
session_revoke_others(struct call *call, const void *input)
{
	const struct uuid *member = &call->principal.member;

	(void)input;
	db_query(call, REVOKE, DB_UUID(member), DB_UUID(&call->principal.credential));
	audit_write(call, AUDIT_SESSION_REVOKE_OTHERS, member);
	return reply_none(call);
}
