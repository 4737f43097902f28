#include "services/identity/account/email_take.h"

#include "common/db/db.h"
#include "common/outbox/outbox.h"
#include "services/identity/invites/invite.h"
#include "services/identity/mail/mail_token.h"
#include "services/identity/mail/member_mail.h"

/* An unverified sign-up with the address makes room for the owner of the address. */
STATEMENT(FIND_UNVERIFIED,
	"SELECT id FROM members WHERE lower(email) = lower($1) AND id <> $2"
	" AND email_verified_at IS NULL AND former_at IS NULL FOR UPDATE");

STATEMENT(REMOVE_UNVERIFIED,
	"DELETE FROM members WHERE id = $1 AND email_verified_at IS NULL");

/* Fails on the unique constraint if a verified account has the address by now. */
STATEMENT(SET_ADDRESS,
	"UPDATE members SET email = $2, email_verified_at = now() WHERE id = $1");

void
email_take(struct call *call, const struct uuid *member, const struct text *email)
{
	struct rows *rows =
		db_query(call, FIND_UNVERIFIED, DB_TEXT(*email), DB_UUID(member));

	if (rows->count == 1) {
		const struct uuid other = row_uuid(rows, 0, "id");

		invite_release(call, &other);
		db_query(call, REMOVE_UNVERIFIED, DB_UUID(&other));
	}
	member_mail_id(call, member, MAIL_EMAIL_CHANGED);
	db_query(call, SET_ADDRESS, DB_UUID(member), DB_TEXT(*email));
	mail_token_void_all(call, member);
}
