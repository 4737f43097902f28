#include "services/identity/oauth/grant.h"

#include "common/base/id.h"
#include "common/config/config.h"
#include "common/outbox/outbox.h"
#include "common/reply/reply.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/credentials/note.h"
#include "services/identity/oauth/scope.h"

STATEMENT(LOCK,
	"SELECT revoked_at IS NULL AND expires_at > now() AS live,"
	" scopes::bigint AS scopes FROM oauth_grants"
	" WHERE id = $1 FOR NO KEY UPDATE");

STATEMENT(END,
	"UPDATE oauth_grants SET revoked_at = now() WHERE id = $1"
	" AND revoked_at IS NULL");

STATEMENT(FIND_ADDRESS,
	"SELECT email FROM members WHERE id = $1"
	" AND email_verified_at IS NOT NULL");

STATEMENT(INSERT_ACCESS,
	"INSERT INTO credentials (id, member_id, kind, hash, scopes, name, client,"
	" audience, user_agent, address, grant_id, expires_at, absolute_expires_at)"
	" SELECT $1, $2, 'oauth', $3, $4, left($5, 80), $6, $7, $8, $9, g.id,"
	" least(g.expires_at, now() + $10 * interval '1 second'),"
	" least(g.expires_at, now() + $10 * interval '1 second')"
	" FROM oauth_grants g WHERE g.id = $11"
	" RETURNING extract(epoch FROM expires_at - now())::bigint AS expires_in_s");

/* Bounds the access tokens of a grant by deleting the oldest. */
STATEMENT(MAKE_ROOM,
	"DELETE FROM credentials WHERE id IN (SELECT id FROM credentials"
	" WHERE grant_id = $1 ORDER BY created_at DESC, id DESC"
	" OFFSET " GRANT_TOKENS_MAX ")");

struct grant
grant_read(struct call *call, const struct rows *rows)
{
	return (struct grant){
		.id = row_uuid(rows, 0, "grant_id"),
		.member = row_uuid(rows, 0, "member_id"),
		.client = client_read(call, rows, 0),
		.scopes = (unsigned)row_integer(rows, 0, "scopes"),
		.audience = row_text(rows, 0, "audience"),
		.active = row_boolean(rows, 0, "active"),
	};
}

bool
grant_lock(struct call *call, struct grant *grant)
{
	struct rows *rows = db_query(call, LOCK, DB_UUID(&grant->id));

	if (rows->count == 0)
		return false;
	grant->scopes = (unsigned)row_integer(rows, 0, "scopes");
	return row_boolean(rows, 0, "live");
}

bool
grant_end(struct call *call, const struct grant *grant)
{
	return db_query(call, END, DB_UUID(&grant->id))->affected == 1;
}

void
grant_end_replayed(struct call *call, const struct grant *grant)
{
	struct outbox_mail mail = {.template = MAIL_APP_DISCONNECTED};
	struct rows *rows;

	if (!grant_end(call, grant))
		return;
	audit_write_as(call, &grant->member, AUDIT_APP_REPLAY, &grant->member);
	rows = db_query(call, FIND_ADDRESS, DB_UUID(&grant->member));
	if (rows->count == 0)
		return;
	mail.to_address = row_text(rows, 0, "email");
	mail.note = note_name(call, &grant->client.name);
	outbox_mail(call, &mail);
}

void
grant_issue_access(struct call *call, const struct grant *grant, unsigned scopes,
	struct issued *issued)
{
	struct credential access = credential_new(call->arena, "kith_at_");
	const struct principal *caller = &call->principal;
	struct rows *rows = db_query(call, INSERT_ACCESS, DB_UUID(&access.id),
		DB_UUID(&grant->member), DB_BYTES(access.hash, HASH_SIZE),
		DB_NUMBER(scopes), DB_TEXT(grant->client.name),
		DB_STRING(grant->client.wire_id), DB_TEXT(grant->audience),
		DB_STRING(caller->user_agent.size > 0 ? caller->user_agent.data : ""),
		DB_STRING(caller->address.size > 0 ? caller->address.data : ""),
		DB_NUMBER(config()->access_token_s.value), DB_UUID(&grant->id));

	db_query(call, MAKE_ROOM, DB_UUID(&grant->id));
	issued->access_token = access.token;
	issued->scopes = scopes;
	if (rows->count == 1)
		issued->expires_in_s = row_integer(rows, 0, "expires_in_s");
}

const char *
grant_wire_member(struct arena *arena, const struct uuid *member)
{
	char text[ID_TEXT_MAX];

	if (member == NULL)
		return NULL;
	return arena_copy(arena, text, id_format(text, "usr", member));
}

enum problem
grant_answer(struct call *call, const struct issued *issued)
{
	const char *scope = issued->access_token != NULL
		? scope_write(call->arena, issued->scopes)
		: NULL;
	const struct reply_extra fields[] = {
		REPLY_FIELD_STRING("error", oauth_errors[issued->refusal.error].code),
		REPLY_FIELD_STRING("errorDescription", issued->refusal.description),
		REPLY_FIELD_STRING(
			"ended", grant_wire_member(call->arena, issued->ended)),
		REPLY_FIELD_STRING("accessToken", issued->access_token),
		REPLY_FIELD_STRING("refreshToken", issued->refresh_token),
		REPLY_FIELD_STRING("idToken", issued->id_token),
		REPLY_FIELD_STRING("scope", scope),
		REPLY_FIELD_INTEGER("expiresInS", issued->expires_in_s),
	};

	return reply_fields(call, fields, COUNT_OF(fields));
}

enum problem
grant_refuse(struct call *call, enum oauth_error error, const char *description,
	const struct uuid *ended)
{
	return grant_answer(call,
		&(const struct issued){.refusal = {error, description}, .ended = ended});
}

bool
grant_claim(struct call *call, const struct grant_claim *claim,
	struct grant_claimed *claimed, enum problem *problem)
{
	const char *fault = client_prove(
		call, claim->client_id, claim->client_secret, &claimed->client);

	if (fault != NULL) {
		*problem = grant_refuse(call, OAUTH_INVALID_CLIENT, fault, NULL);
		return false;
	}
	credential_hash(claim->token, claimed->hash);
	db_query(call, claim->queue, DB_BYTES(claimed->hash, sizeof(claimed->hash)));
	claimed->rows = db_query(call, claim->find,
		DB_BYTES(claimed->hash, sizeof(claimed->hash)),
		DB_UUID(&claimed->client.id));
	if (claimed->rows->count == 0) {
		*problem = grant_refuse(call, OAUTH_INVALID_GRANT, claim->unknown, NULL);
		return false;
	}
	claimed->grant = grant_read(call, claimed->rows);
	return true;
}
