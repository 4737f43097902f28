/*
 * app_token_revoke.c - a client revokes a token (RFC 7009).
 */
#include "common/base/id.h"
#include "common/outbox/outbox.h"
#include "common/reply/reply.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/handlers.h"
#include "services/identity/oauth/grant.h"

STATEMENT(FIND_REFRESH,
	"SELECT g.id, g.member_id, g.client_id FROM oauth_refresh_tokens t"
	" JOIN oauth_grants g ON g.id = t.grant_id WHERE t.hash = $1");

STATEMENT(FIND_ACCESS,
	"SELECT g.id, g.member_id, g.client_id FROM credentials c"
	" JOIN oauth_grants g ON g.id = c.grant_id WHERE c.hash = $1");

STATEMENT(END_ACCESS,
	"UPDATE credentials SET revoked_at = now() WHERE hash = $1"
	" AND revoked_at IS NULL");

static enum problem
answer(struct call *call, enum oauth_error error, const char *description,
	const struct uuid *ended)
{
	const struct reply_extra fields[] = {
		REPLY_FIELD_STRING("error", oauth_errors[error].code),
		REPLY_FIELD_STRING("errorDescription", description),
		REPLY_FIELD_STRING("ended", grant_wire_member(call->arena, ended)),
	};

	return reply_fields(call, fields, COUNT_OF(fields));
}

/* A refresh token revokes the complete grant, an access token only itself. An unknown
 * token counts as revoked already (RFC 7009, section 2.2). */
enum problem
app_token_revoke(struct call *call, const void *input)
{
	const struct app_token_revoke_in *in = input;
	uint8_t hash[HASH_SIZE];
	struct client client;
	const char *fault =
		client_prove(call, &in->client_id, &in->client_secret, &client);
	struct rows *rows;
	struct grant grant;
	struct uuid owner;
	bool complete;

	if (fault != NULL)
		return answer(call, OAUTH_INVALID_CLIENT, fault, NULL);
	credential_hash(&in->token, hash);
	rows = db_query(call, FIND_REFRESH, DB_BYTES(hash, sizeof(hash)));
	complete = rows->count == 1;
	if (!complete)
		rows = db_query(call, FIND_ACCESS, DB_BYTES(hash, sizeof(hash)));
	if (rows->count == 0)
		return answer(call, OAUTH_NONE, NULL, NULL);
	owner = row_uuid(rows, 0, "client_id");
	if (!id_equal(&owner, &client.id))
		return answer(call, OAUTH_INVALID_GRANT,
			"The token was issued to another client", NULL);
	grant = (struct grant){
		.id = row_uuid(rows, 0, "id"), .member = row_uuid(rows, 0, "member_id")};
	if (!complete)
		db_query(call, END_ACCESS, DB_BYTES(hash, sizeof(hash)));
	else if (grant_end(call, &grant))
		audit_write_as(call, &grant.member, AUDIT_APP_RELEASE, &grant.member);
	return answer(call, OAUTH_NONE, NULL, &grant.member);
}
