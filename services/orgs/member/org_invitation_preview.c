#include "common/secret/secret.h"
#include "services/orgs/handlers.h"
#include "services/orgs/member/org_invitation_sql.h"
#include "services/orgs/org/org.h"

STATEMENT(FIND_INVITATION,
	"SELECT " INVITATION_COLUMNS ", " INVITATION_MASKED " AS masked_email"
	" FROM " INVITATION_TABLES
	" WHERE i.hash = $1");

/* For the holder of the link, with or without an account. */
enum problem
org_invitation_preview(struct call *call, const void *input)
{
	const struct org_invitation_token_in *in = input;
	uint8_t hash[HASH_SIZE];
	struct rows *rows;

	secret_hash(in->token.data, in->token.size, hash);
	rows = db_query(call, FIND_INVITATION, DB_BYTES(hash, HASH_SIZE));
	if (rows->count == 0)
		return call_fail(call, PROBLEM_INVITATION_NOT_FOUND, NULL);
	return reply_row(call, rows, 0, NULL);
}
