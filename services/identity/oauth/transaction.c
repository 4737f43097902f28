#include "services/identity/oauth/transaction.h"

#include <string.h>

#include "common/base/id.h"
#include "common/outbox/outbox.h"
#include "common/secret/secret.h"
#include "services/identity/credentials/app_sql.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/oauth/redirect.h"

/* Serializes the requests of a member, so that their number is exact. */
STATEMENT(LOCK, "SELECT FROM members WHERE id = $1 FOR NO KEY UPDATE");

/* A request takes the place of one that the member has decided. The 21st open request
 * takes the place of the member's oldest one. */
STATEMENT(STORE,
	"INSERT INTO oauth_transactions (place, hash, client_id, redirect_uri, state,"
	" code_challenge, scopes, audience, nonce, tools, member_id, expires_at)"
	" VALUES (coalesce((SELECT place FROM oauth_transactions WHERE member_id = $1"
	" AND decided_at IS NOT NULL LIMIT 1),"
	" (SELECT place FROM oauth_transactions WHERE member_id = $1"
	" ORDER BY created_at DESC, place DESC OFFSET 19 LIMIT 1),"
	" nextval('oauth_transaction_places')), $2, $3, $4, $5, $6, $7, $8, $9, $10, $1,"
	" now() + interval '1 hour') ON CONFLICT ON CONSTRAINT oauth_transactions_pkey"
	" DO UPDATE SET hash = excluded.hash, client_id = excluded.client_id,"
	" redirect_uri = excluded.redirect_uri, state = excluded.state,"
	" code_challenge = excluded.code_challenge, scopes = excluded.scopes,"
	" audience = excluded.audience, nonce = excluded.nonce, tools = excluded.tools,"
	" member_id = excluded.member_id, created_at = now(),"
	" expires_at = excluded.expires_at, decided_at = NULL");

STATEMENT(FIND,
	"SELECT t.hash, t.redirect_uri, t.state, t.code_challenge,"
	" t.scopes::bigint AS scopes, t.audience, t.nonce, t.tools, " CLIENT_COLUMNS
	" FROM oauth_transactions t JOIN oauth_clients c ON c.id = t.client_id"
	" WHERE t.hash = $2 AND t.member_id = $1 AND t.decided_at IS NULL"
	" AND t.expires_at > now()");

/* Only one of two concurrent decisions succeeds. */
STATEMENT(CLOSE,
	"UPDATE oauth_transactions SET decided_at = now()"
	" WHERE hash = $1 AND decided_at IS NULL AND expires_at > now()");

/* Bounds the working grants of a member to 100, and those of them to one client to 20,
 * the new one included, by revoking the oldest. */
STATEMENT(MAKE_ROOM,
	"UPDATE oauth_grants SET revoked_at = now() WHERE id IN (SELECT id FROM"
	" (SELECT g.id, g.client_id, row_number() OVER (ORDER BY g.created_at DESC,"
	" g.id DESC) AS place, row_number() OVER (PARTITION BY g.client_id"
	" ORDER BY g.created_at DESC, g.id DESC) AS client_place"
	" FROM oauth_grants g WHERE g.member_id = $1 AND " GRANT_VALID ") ranked"
	" WHERE place > 99 OR (client_id = $2 AND client_place > 19))");

/* A grant without a choice of its own takes that of the app's latest grant. */
STATEMENT(INSERT_GRANT,
	"INSERT INTO oauth_grants (id, member_id, client_id, scopes, audience,"
	" redirect_host, approval, tools, expires_at)"
	" SELECT $2, $1, $3, $4, $5, $6, coalesce($7, l.approval),"
	" coalesce($8, l.tools, $9), now() + interval '180 days'"
	" FROM (SELECT) one LEFT JOIN (SELECT g.approval, g.tools"
	" FROM oauth_grants g WHERE g.member_id = $1 AND g.client_id = $3"
	" AND " GRANT_CHOICE " ORDER BY g.created_at DESC, g.id DESC LIMIT 1) l ON true");

/* Bounds the ended grants of a member to 500, and those to a client to 20. */
STATEMENT(FORGET_ENDED,
	"DELETE FROM oauth_grants WHERE id IN (SELECT id FROM"
	" (SELECT g.id, g.client_id, row_number() OVER (ORDER BY g.created_at DESC,"
	" g.id DESC) AS place, row_number() OVER (PARTITION BY g.client_id"
	" ORDER BY g.created_at DESC, g.id DESC) AS client_place"
	" FROM oauth_grants g WHERE g.member_id = $1 AND NOT (" GRANT_VALID ")) ranked"
	" WHERE place > 500 OR (client_id = $2 AND client_place > 20))");

/* A choice holds for every grant of the app. */
STATEMENT(SET_CHOICE,
	"UPDATE oauth_grants g SET approval = coalesce($3, g.approval),"
	" tools = coalesce($4, g.tools) WHERE g.member_id = $1 AND g.client_id = $2"
	" AND " GRANT_VALID);

STATEMENT(TAKE_FROM_GRANTS,
	"UPDATE oauth_grants g SET scopes = g.scopes & ~$3::integer"
	" WHERE g.member_id = $1 AND g.client_id = $2 AND g.scopes & $3::integer <> 0 AND " GRANT_VALID);

STATEMENT(TAKE_FROM_TOKENS,
	"UPDATE credentials t SET scopes = t.scopes & ~$3::integer FROM oauth_grants g"
	" WHERE g.member_id = $1 AND g.client_id = $2 AND t.grant_id = g.id"
	" AND t.scopes & $3::integer <> 0");

STATEMENT(INSERT_CODE,
	"INSERT INTO oauth_codes (hash, grant_id, redirect_uri, code_challenge, nonce,"
	" signed_in_at, expires_at) SELECT $1, $2, $3, $4, $5, c.created_at,"
	" now() + interval '60 seconds' FROM credentials c WHERE c.id = $6");

const char *
transaction_tools(const struct transaction *transaction)
{
	return tool_set_name(transaction->tools == TOOLS_CORE ? TOOLS_CORE : TOOLS_ALL);
}

const char *
transaction_store(struct call *call, const struct transaction *transaction)
{
	struct credential made = credential_new(call->arena, "kith_tx_");

	db_query(call, LOCK, DB_CALLER(call));
	db_query(call, STORE, DB_CALLER(call), DB_BYTES(made.hash, HASH_SIZE),
		DB_UUID(&transaction->client.id), DB_STRING(transaction->to.redirect_uri),
		DB_TEXT(transaction->to.state), DB_TEXT(transaction->code_challenge),
		DB_NUMBER(transaction->scopes), DB_TEXT(transaction->audience),
		DB_TEXT(transaction->nonce), DB_STRING(transaction_tools(transaction)));
	return made.token;
}

bool
transaction_find(
	struct call *call, const struct text *token, struct transaction *transaction)
{
	uint8_t hash[HASH_SIZE];
	struct rows *rows;

	if (token->presence != GIVEN)
		return false;
	credential_hash(token, hash);
	rows = db_query(call, FIND, DB_CALLER(call), DB_BYTES(hash, sizeof(hash)));
	if (rows->count == 0)
		return false;
	*transaction = (struct transaction){
		.hash = row_text(rows, 0, "hash"),
		.client = client_read(call, rows, 0),
		.to = {row_text(rows, 0, "redirect_uri").data,
			row_text(rows, 0, "state")},
		.code_challenge = row_text(rows, 0, "code_challenge"),
		.nonce = row_text(rows, 0, "nonce"),
		.audience = row_text(rows, 0, "audience"),
		.tools = strcmp(row_text(rows, 0, "tools").data, "core") == 0 ? TOOLS_CORE
									      : TOOLS_ALL,
		.scopes = (unsigned)row_integer(rows, 0, "scopes"),
	};
	return true;
}

enum problem
transaction_refuse(struct call *call)
{
	return call_fail(call, PROBLEM_TOKEN_NOT_FOUND,
		"the app's request was answered already or has expired; go back to the "
		"app and connect again");
}

bool
transaction_close(struct call *call, const struct transaction *transaction)
{
	return db_query(call, CLOSE,
		       DB_BYTES(transaction->hash.data, transaction->hash.size))
		       ->affected == 1;
}

const char *
transaction_page_token(struct call *call, const struct transaction *transaction)
{
	struct key key = secret_key("consent");
	uint8_t both[HASH_SIZE + sizeof(struct uuid)], mac[MAC_SIZE];

	memcpy(both, transaction->hash.data, HASH_SIZE);
	memcpy(both + HASH_SIZE, call->principal.credential.bytes, sizeof(struct uuid));
	secret_mac(&key, both, sizeof(both), mac);
	return base64url_encode(call->arena, mac, sizeof(mac));
}

unsigned
transaction_offered(const struct call *call, const struct transaction *transaction)
{
	return call->principal.admin ? transaction->scopes
				     : transaction->scopes & ~(unsigned)SCOPE_ADMIN;
}

void
transaction_take(
	struct call *call, const struct transaction *transaction, unsigned scopes)
{
	const struct uuid *client = &transaction->client.id;
	unsigned taken = scopes;

	for (size_t i = 0; i < SCOPE_KINDS; i++) {
		if (scope_infos[i].includes & scopes)
			taken |= scope_infos[i].bit;
	}
	if (taken == 0)
		return;
	db_query(call, TAKE_FROM_GRANTS, DB_CALLER(call), DB_UUID(client),
		DB_NUMBER(taken));
	db_query(call, TAKE_FROM_TOKENS, DB_CALLER(call), DB_UUID(client),
		DB_NUMBER(taken));
}

const char *
transaction_grant(struct call *call, const struct transaction *transaction,
	unsigned scopes, const struct app_choice *choice)
{
	struct credential code = credential_new(call->arena, "kith_code_");
	const struct uuid *client = &transaction->client.id;
	const struct uuid grant = id_new();

	db_query(call, MAKE_ROOM, DB_CALLER(call), DB_UUID(client));
	db_query(call, INSERT_GRANT, DB_CALLER(call), DB_UUID(&grant), DB_UUID(client),
		DB_NUMBER(scopes), DB_TEXT(transaction->audience),
		DB_STRING(redirect_host(call->arena, transaction->to.redirect_uri)),
		DB_TEXT(choice->approval), DB_TEXT(choice->tools),
		DB_STRING(transaction_tools(transaction)));
	db_query(call, FORGET_ENDED, DB_CALLER(call), DB_UUID(client));
	if (choice->approval.presence == GIVEN || choice->tools.presence == GIVEN)
		db_query(call, SET_CHOICE, DB_CALLER(call), DB_UUID(client),
			DB_TEXT(choice->approval), DB_TEXT(choice->tools));
	db_query(call, INSERT_CODE, DB_BYTES(code.hash, HASH_SIZE), DB_UUID(&grant),
		DB_STRING(transaction->to.redirect_uri),
		DB_TEXT(transaction->code_challenge), DB_TEXT(transaction->nonce),
		DB_UUID(&call->principal.credential));
	audit_write(call, AUDIT_APP_CONNECT, &call->principal.member);
	return answer_granted(call->arena, &transaction->to, code.token);
}
