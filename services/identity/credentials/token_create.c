#include "common/config/config.h"
#include "common/db/db.h"
#include "common/outbox/outbox.h"
#include "common/reply/reply.h"
#include "proto/bounds/bounds.h"
#include "services/identity/credentials/access_mail.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/credentials/credential_sql.h"
#include "services/identity/handlers.h"

/* Serializes concurrent calls of one member, so that the count is exact. */
STATEMENT(LOCK_MEMBER,
	"SELECT FROM members WHERE id = $1 AND email_verified_at IS NOT NULL"
	" FOR NO KEY UPDATE");

STATEMENT(COUNT_TOKENS,
	"SELECT count(*) AS count FROM credentials c WHERE c.member_id = $1"
	" AND c.kind = 'token' AND NOT c.by_operator AND " CREDENTIAL_WORKS);

/* Of the tokens that were deleted or have expired, the latest 100 are stored. */
STATEMENT(DROP_ENDED,
	"DELETE FROM credentials WHERE id IN (SELECT c.id FROM credentials c"
	" WHERE c.member_id = $1 AND c.kind = 'token' AND NOT (" CREDENTIAL_WORKS ")"
	" ORDER BY c.created_at DESC, c.id DESC OFFSET 100)");

STATEMENT(INSERT_TOKEN,
	"INSERT INTO credentials AS c (member_id, id, kind, hash, scopes, name,"
	" expires_at, absolute_expires_at) VALUES ($1, $2, 'token', $3, $4, $5,"
	" now() + $6 * interval '1 day', now() + $6 * interval '1 day')"
	" RETURNING " TOKEN_COLUMNS);

/* A token gets no scope that the credential of the request lacks, and so none that the
 * member lacks. */
static enum problem
check_scopes(struct call *call, const struct text_list *names)
{
	if ((credential_scopes_named(names) & ~call->principal.scopes) == 0)
		return PROBLEM_NONE;
	return call_fault(call, "#/scopes", FAULT_NOT_ALLOWED,
		"scopes may contain only scopes that the credential of this request has");
}

static enum problem
check_count(struct call *call)
{
	const struct uuid *member = &call->principal.member;
	struct rows *rows = db_query(call, LOCK_MEMBER, DB_UUID(member));

	if (rows->count == 0)
		return call_fail(call, PROBLEM_INVALID_TOKEN, NULL);
	rows = db_query(call, COUNT_TOKENS, DB_UUID(member));
	if (rows->count == 1 && row_integer(rows, 0, "count") < BOUND_TOKENS)
		return PROBLEM_NONE;
	return call_fault(call, "#/name", FAULT_TOO_MANY,
		"a member has at most %d tokens; delete one first", BOUND_TOKENS);
}

/* The answer is the only place where the secret appears. */
enum problem
token_create(struct call *call, const void *input)
{
	const struct token_create_in *in = input;
	struct credential token = credential_new(call->arena, "kith_pat_");
	const struct reply_extra extras[] = {
		REPLY_FIELD_STRING("token", token.token),
		REPLY_FIELD_TEXT("approval", config()->approval_of_tokens),
	};
	const struct reply_parts parts = {
		.extras = extras, .extra_count = COUNT_OF(extras)};
	enum problem problem = check_scopes(call, &in->scopes);
	struct rows *rows;

	if (problem == PROBLEM_NONE)
		problem = check_count(call);
	if (problem != PROBLEM_NONE)
		return problem;
	db_query(call, DROP_ENDED, DB_CALLER(call));
	rows = db_query(call, INSERT_TOKEN, DB_CALLER(call), DB_UUID(&token.id),
		DB_BYTES(token.hash, HASH_SIZE),
		DB_NUMBER(credential_scopes_named(&in->scopes)), DB_TEXT(in->name),
		DB_NUMBER(in->expires_in_days.value));
	access_mail(call, "Access token", &in->name);
	audit_write(call, AUDIT_TOKEN_CREATE, &token.id);
	return reply_row(call, rows, 0, &parts);
}
