#include <string.h>

#include "common/db.h"
#include "services/identity/account.h"
#include "services/identity/credential.h"
#include "services/identity/handlers.h"
#include "services/identity/mail_token.h"
#include "services/identity/welcome.h"

/* The member's row is locked before the token's: several links of one member that are opened at
 * the same moment wait for each other here, and not crosswise. */
static const char CONSUME_TOKEN[] =
	"WITH holder AS (SELECT m.id FROM members m JOIN mail_tokens t ON t.member_id = m.id"
	" WHERE t.hash = $1 FOR NO KEY UPDATE OF m)"
	" UPDATE mail_tokens t SET used_at = now() FROM holder"
	" WHERE t.member_id = holder.id AND t.hash = $1 AND t.kind = 'verify_email'"
	" AND t.used_at IS NULL AND t.expires_at > now()"
	" RETURNING t.member_id, t.name, t.password_hash, t.application";

/* Only once per member: a second link, of another sign-up, changes nothing any more. */
static const char VERIFY_MEMBER[] =
	"UPDATE members SET email_verified_at = now(), name = $2, password_hash = $3,"
	" application = $4, status = $5 WHERE id = $1 AND email_verified_at IS NULL";

/* The sign-up whose link was opened becomes the account; the other ones are forgotten. */
enum problem
account_verify_email(struct call *call, const void *input)
{
	const struct account_verify_email_in *in = input;
	const char *status = welcome_status();
	uint8_t hash[HASH_SIZE];
	enum problem problem;
	struct rows *token;
	struct uuid member;
	struct text name;

	credential_hash(&in->token, hash);
	token = db_query(call, CONSUME_TOKEN, DB_BYTES(hash, sizeof(hash)));
	if (token->count == 0)
		return call_fail(call, PROBLEM_TOKEN_NOT_FOUND, NULL);
	member = row_uuid(token, 0, "member_id");
	name = row_text(token, 0, "name");
	if (db_query(call, VERIFY_MEMBER, DB_UUID(&member), DB_TEXT(name),
		    DB_TEXT(row_text(token, 0, "password_hash")),
		    DB_TEXT(row_text(token, 0, "application")), DB_STRING(status))
			->affected == 0)
		return call_fail(call, PROBLEM_TOKEN_NOT_FOUND, NULL);
	mail_token_void_all(call, &member);
	problem = welcome_member(
		call, &member, name.data, NULL, strcmp(status, "pending") == 0);
	if (problem != PROBLEM_NONE)
		return problem;
	return account_answer(call, &member);
}
