#include "common/db/db.h"
#include "common/outbox/outbox.h"
#include "common/reply/reply.h"
#include "services/identity/handlers.h"

STATEMENT(REVOKE,
	"UPDATE invite_codes SET revoked_at = now() WHERE code = $1"
	" AND revoked_at IS NULL RETURNING id");

STATEMENT(EXISTS,
	"SELECT FROM invite_codes WHERE code = $1");

/* A revocation is permanent; repeating it changes nothing. */
enum problem
admin_invite_revoke(struct call *call, const void *input)
{
	const struct admin_invite_revoke_in *in = input;
	struct rows *revoked = db_query(call, REVOKE, DB_TEXT(in->code));

	if (revoked->count == 1) {
		const struct uuid id = row_uuid(revoked, 0, "id");

		audit_write(call, AUDIT_INVITE_REVOKE, &id);
	} else if (db_query(call, EXISTS, DB_TEXT(in->code))->count == 0) {
		return call_fail(call, PROBLEM_INVITE_CODE_NOT_FOUND, NULL);
	}
	return reply_none(call);
}
