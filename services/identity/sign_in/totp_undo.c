#include "common/db/db.h"
#include "common/outbox/outbox.h"
#include "common/reply/reply.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/credentials/credential_sql.h"
#include "services/identity/handlers.h"
#include "services/identity/mail/member_mail.h"

STATEMENT(QUEUE,
	QUEUE_ALONE("t.member_id", "totp t WHERE t.undo_hash = $1"));

/* Locks the member's row first, as password_reset does. The token is stored in the row
 * that it deletes, so it works once and for this second factor only. */
STATEMENT(UNDO,
	"WITH holder AS (SELECT m.id FROM members m JOIN totp t ON t.member_id = m.id"
	" WHERE t.undo_hash = $1 FOR NO KEY UPDATE OF m)"
	" DELETE FROM totp t USING holder WHERE t.member_id = holder.id"
	" AND t.undo_hash = $1 AND t.confirmed_at > now() - interval '7 days'"
	" RETURNING t.member_id");

/* For an owner whose second factor was set up by a thief. */
enum problem
totp_undo(struct call *call, const void *input)
{
	const struct totp_undo_in *in = input;
	uint8_t hash[HASH_SIZE];
	struct rows *rows;
	struct uuid member;

	credential_hash(&in->token, hash);
	db_query(call, QUEUE, DB_BYTES(hash, sizeof(hash)));
	rows = db_query(call, UNDO, DB_BYTES(hash, sizeof(hash)));
	if (rows->count == 0)
		return call_fail(call, PROBLEM_TOKEN_NOT_FOUND, NULL);
	member = row_uuid(rows, 0, "member_id");
	audit_write_as(call, &member, AUDIT_TOTP_UNDO, &member);
	member_mail(call, &member, MAIL_TOTP_OFF);
	return reply_none(call);
}
