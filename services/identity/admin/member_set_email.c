#include "common/db/db.h"
#include "common/outbox/outbox.h"
#include "services/identity/account/email_take.h"
#include "services/identity/admin/admin_member.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/handlers.h"

STATEMENT(END_PASSWORD,
	"UPDATE members SET password_hash = NULL WHERE id = $1");

/* The second factor stays, without the link that undoes its setup. */
STATEMENT(END_UNDO,
	"UPDATE totp SET undo_hash = NULL WHERE member_id = $1");

/* For a member whose address a thief has changed. The thief knows the password and may
 * read mails of the former address, so nothing of before may work afterwards. The link
 * spares the owner a mail, of which strangers could cause too many. */
enum problem
member_set_email(struct call *call, const void *input)
{
	const struct member_set_email_in *in = input;
	const struct uuid *id = &in->id.uuid;

	if (admin_member_lock(call, id)->count == 0)
		return call_fail(call, PROBLEM_MEMBER_NOT_FOUND, NULL);
	email_take(call, id, &in->email);
	db_query(call, END_PASSWORD, DB_UUID(id));
	db_query(call, END_UNDO, DB_UUID(id));
	credential_revoke_access(call, id);
	credential_revoke_sessions(call, id, NULL);
	credential_forget_addresses(call, id, NULL);
	audit_write(call, AUDIT_MEMBER_SET_EMAIL, id);
	return admin_member_answer_link(call, id);
}
