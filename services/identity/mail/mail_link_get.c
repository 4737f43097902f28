#include <string.h>

#include "common/db/db.h"
#include "common/reply/reply.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/handlers.h"

/* The kinds that each operation accepts: account_verify_email, password_reset. */
STATEMENT(FIND_TOKEN,
	"SELECT t.id IS NOT NULL AS usable,"
	" coalesce(t.kind = 'change_email', false) AS change,"
	" coalesce(t.email, m.email) AS email,"
	" CASE t.kind WHEN 'change_email' THEN m.name ELSE t.name END AS name, p.handle"
	" FROM (SELECT) AS always LEFT JOIN mail_tokens t ON t.hash = $1"
	" AND t.used_at IS NULL AND t.expires_at > now()"
	" AND t.kind = ANY (CASE $2 WHEN 'verify_email'"
	" THEN '{verify_email,change_email}'::text[]"
	" ELSE '{reset_password,sign_in}' END)"
	" LEFT JOIN members m ON m.id = t.member_id AND $2 = 'verify_email'"
	" LEFT JOIN profiles p ON p.member_id = m.id AND t.kind = 'change_email'");

STATEMENT(FIND_UNDO,
	"SELECT EXISTS (SELECT FROM totp WHERE undo_hash = $1"
	" AND confirmed_at > now() - interval '7 days') AS usable, false AS change,"
	" NULL::text AS email, NULL::text AS name, NULL::text AS handle");

/* A page shows its form only if the link works, and names who gets an address, because
 * a stranger may have caused the mail. Tokens have 256 random bits, so an answer helps
 * nobody to guess one. */
enum problem
mail_link_get(struct call *call, const void *input)
{
	const struct mail_link_get_in *in = input;
	uint8_t hash[HASH_SIZE];
	struct rows *found;

	credential_hash(&in->token, hash);
	if (strcmp(in->purpose.data, "undo_totp") == 0)
		found = db_query(call, FIND_UNDO, DB_BYTES(hash, sizeof(hash)));
	else
		found = db_query(call, FIND_TOKEN, DB_BYTES(hash, sizeof(hash)),
			DB_TEXT(in->purpose));
	return reply_row(call, found, 0, NULL);
}
