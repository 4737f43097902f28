#include "common/db/db.h"
#include "common/outbox/outbox.h"
#include "common/reply/reply.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/handlers.h"

STATEMENT(FIND_MEMBER,
	"SELECT id, role = 'admin' AS admin FROM members"
	" WHERE lower(email) = lower($1) AND email_verified_at IS NOT NULL"
	" FOR KEY SHARE");

STATEMENT(INSERT_TOKEN,
	"INSERT INTO credentials (id, member_id, kind, hash, scopes, name, expires_at,"
	" absolute_expires_at, by_operator) VALUES ($1, $2, 'token', $3, $4, $5,"
	" now() + $6 * interval '1 day', now() + $6 * interval '1 day', true)");

/* Creates a personal access token for the operator. The limit on tokens per member does
 * not apply. */
enum problem
token_issue(struct call *call, const void *input)
{
	const struct token_issue_in *in = input;
	struct rows *member = db_query(call, FIND_MEMBER, DB_TEXT(in->email));
	struct credential token = credential_new(call->arena, "kith_pat_");
	const struct reply_extra answer = REPLY_FIELD_STRING("token", token.token);
	unsigned scopes;
	struct uuid id;
	bool admin;

	if (member->count == 0)
		return call_fail(call, PROBLEM_MEMBER_NOT_FOUND, NULL);
	id = row_uuid(member, 0, "id");
	admin = row_boolean(member, 0, "admin");
	scopes = admin ? SCOPE_ALL : SCOPE_ALL & ~(unsigned)SCOPE_ADMIN;
	if (in->scopes.presence == GIVEN && in->scopes.count > 0)
		scopes = credential_scopes_named(&in->scopes);
	if ((scopes & SCOPE_ADMIN) && !admin)
		return call_fail(call, PROBLEM_ADMIN_REQUIRED,
			"the scope admin is for platform administrators only");
	db_query(call, INSERT_TOKEN, DB_UUID(&token.id), DB_UUID(&id),
		DB_BYTES(token.hash, HASH_SIZE), DB_NUMBER(scopes), DB_TEXT(in->name),
		DB_NUMBER(in->expires_in_days.value));
	audit_write(call, AUDIT_TOKEN_ISSUE, &id);
	return reply_fields(call, &answer, 1);
}
