#include <string.h>

#include "common/db/db.h"
#include "common/reply/reply.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/handlers.h"

/* The kinds that each operation accepts: account_verify_email, password_reset. */
STATEMENT(FIND_TOKEN,
	"SELECT FROM mail_tokens WHERE hash = $1 AND used_at IS NULL"
	" AND expires_at > now() AND kind = ANY (CASE $2 WHEN 'verify_email'"
	" THEN '{verify_email,change_email}'::text[]"
	" ELSE '{reset_password,sign_in}' END)");

STATEMENT(FIND_UNDO,
	"SELECT FROM totp WHERE undo_hash = $1"
	" AND confirmed_at > now() - interval '7 days'");

/* A page shows its form only if the link works. Tokens have 256 random bits, so an answer
 * helps nobody to guess one. */
enum problem
mail_link_get(struct call *call, const void *input)
{
	const struct mail_link_get_in *in = input;
	uint8_t hash[HASH_SIZE];
	const struct rows *found;
	struct reply_extra usable;

	credential_hash(&in->token, hash);
	if (strcmp(in->purpose.data, "undo_totp") == 0)
		found = db_query(call, FIND_UNDO, DB_BYTES(hash, sizeof(hash)));
	else
		found = db_query(call, FIND_TOKEN, DB_BYTES(hash, sizeof(hash)),
			DB_TEXT(in->purpose));
	usable = REPLY_FIELD_BOOLEAN("usable", found->count > 0);
	return reply_fields(call, &usable, 1);
}
