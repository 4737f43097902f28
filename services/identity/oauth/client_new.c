#include "services/identity/oauth/client_new.h"

#include <string.h>

#include "common/config/config.h"
#include "common/db/db.h"
#include "common/reply/reply.h"
#include "common/text/official.h"
#include "common/text/text.h"
#include "common/text/visible.h"
#include "common/wire/wire.h"
#include "services/identity/credentials/app_sql.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/oauth/redirect.h"

#define UNNAMED "An app without a name"

/* Serializes concurrent registrations, so that the count is exact. */
STATEMENT(WAIT,
	"SELECT pg_advisory_xact_lock(hashtextextended('oauth_clients', 5208))");

#define NEW CLIENT_NEW("c")

/* Counts the registrations of the last hour. */
STATEMENT(COUNT_NEW,
	"SELECT count(*) AS count FROM oauth_clients c WHERE " NEW);

/* The counter of a network's registrations, also of those that gave way. */
#define COUNTER(network) SQL("('network ' || " network ")")
#define COUNTED "started_at > now() - interval '1 hour'"

STATEMENT(COUNT,
	"INSERT INTO attempts AS a (kind, subject, count)"
	" VALUES ('register', " COUNTER(STRANGER_OF("$1::text")) ", 1)"
	" ON CONFLICT ON CONSTRAINT attempts_pkey DO UPDATE SET"
	" started_at = CASE WHEN a." COUNTED " THEN a.started_at ELSE now() END,"
	" count = CASE WHEN a." COUNTED " THEN least(a.count, 1000000) + 1 ELSE 1 END");

/* How many clients of the last hour one member protects. */
#define PROTECTED_MAX "10"

/* The clients of the last hour that each member uses: by a redeemed grant that is valid,
 * or by a request, which protects the client until the app has redeemed its code. */
#define USES \
	SQL("SELECT g.member_id, g.client_id, true AS granted, g.created_at" \
		" FROM oauth_grants g JOIN oauth_clients c ON c.id = g.client_id" \
		" WHERE " NEW " AND g.redeemed_at IS NOT NULL AND " GRANT_VALID \
		" UNION ALL SELECT t.member_id, t.client_id, false, t.created_at" \
		" FROM oauth_transactions t JOIN oauth_clients c ON c.id = t.client_id" \
		" WHERE " NEW " AND t.expires_at > now()")

/* Deletes the oldest unprotected registration of the network that made the most, if these
 * are more than the caller's network ($1) will have unprotected ones. A registration that
 * is a minute old may also be of a network that made as many, or of the caller's own:
 * otherwise one each of many networks would close the registration. Each member protects
 * few clients, those with grants before those with requests, so that no member closes it
 * either. The grants of the client end with it. */
STATEMENT(REPLACE,
	"WITH protected AS (SELECT u.client_id, row_number() OVER (PARTITION BY"
	" u.member_id ORDER BY bool_or(u.granted) DESC, max(u.created_at) DESC,"
	" u.client_id) AS place FROM (" USES ") AS u GROUP BY u.member_id, u.client_id),"
	" recent AS (SELECT c.id, c.created_at,"
	" greatest(count(*) OVER (PARTITION BY c.network),"
	" (SELECT a.count FROM attempts a WHERE a.kind = 'register'"
	" AND a.subject = " COUNTER("c.network") " AND a." COUNTED ")) AS count,"
	" c.network = " STRANGER_OF("$1::text") " AS own,"
	" NOT EXISTS (SELECT FROM protected p WHERE p.client_id = c.id"
	" AND p.place <= " PROTECTED_MAX ") AS unused"
	" FROM oauth_clients c WHERE " NEW " AND c.network IS NOT NULL),"
	" will AS (SELECT count(*) + 1 AS have FROM recent WHERE own AND unused),"
	" victim AS (SELECT c.id FROM oauth_clients c JOIN recent n ON n.id = c.id"
	" CROSS JOIN will WHERE n.unused AND CASE"
	" WHEN n.created_at < now() - interval '1 minute'"
	" THEN n.own OR n.count >= will.have"
	" ELSE NOT n.own AND n.count > will.have END"
	" ORDER BY n.count DESC, n.created_at, n.id LIMIT 1"
	" FOR UPDATE OF c SKIP LOCKED),"
	" ended AS (DELETE FROM oauth_grants g USING victim"
	" WHERE g.client_id = victim.id)"
	" DELETE FROM oauth_clients c USING victim WHERE c.id = victim.id");

/* The hash stands for metadata that networks share (client_register.c). A client whose
 * metadata another network has registered within the hour gets a hash without a meaning.
 * Of two identical concurrent registrations, the second one finds the first one's row. */
STATEMENT(INSERT,
	"INSERT INTO oauth_clients AS c (id, kind, name, redirect_uris, auth_method,"
	" refreshes, secret_hash, metadata_hash, network)"
	" VALUES ($1, $2, $3, $4, $5, $6, $7,"
	" CASE WHEN EXISTS (SELECT FROM oauth_clients o WHERE o.metadata_hash = $8)"
	" THEN sha256(uuid_send($1)) ELSE $8 END, " STRANGER_OF("$9::text") ")"
	" ON CONFLICT ON CONSTRAINT oauth_clients_metadata_hash_key"
	" DO UPDATE SET registered_at = now() RETURNING " CLIENT_ANSWER);

struct text
client_new_name(struct call *call, const struct text *name)
{
	char *shown = arena_alloc(call->arena, (size_t)name->size + 1);
	size_t size = visible_strip(shown, name->data, name->size);

	if (size == 0)
		return arena_text(call->arena, UNNAMED);
	for (size_t i = 0; i < size; i++) {
		if (shown[i] == '\n' || shown[i] == '\t')
			shown[i] = ' ';
	}
	/* A name that imitates another one is shown like no name. */
	if (text_format_check(FORMAT_NAME, shown, size) != NULL ||
		official_name(shown, size, config()->instance_name.data))
		return arena_text(call->arena, UNNAMED);
	return (struct text){GIVEN, (uint32_t)size, shown};
}

enum problem
client_new_judge(struct call *call, const struct client_new *client)
{
	const bool checked = client->kind != NULL && strcmp(client->kind, "fixed") == 0;

	for (uint32_t i = 0; i < client->redirect_uris.count; i++) {
		const char *fault =
			redirect_fault(client->redirect_uris.items[i].data, checked);

		if (fault != NULL)
			return call_fault(call, "#/redirectUris", FAULT_PATTERN,
				"redirect_uris: address %u: %s", i + 1, fault);
	}
	return PROBLEM_NONE;
}

bool
client_new_names(const struct text_list *words, const char *word)
{
	for (uint32_t i = 0; i < words->count; i++) {
		if (strcmp(words->items[i].data, word) == 0)
			return true;
	}
	return false;
}

enum problem
client_new_judge_uses(struct call *call, const struct text_list *grant_types,
	const struct text_list *response_types)
{
	if (grant_types->count > 0 &&
		!client_new_names(grant_types, "authorization_code"))
		return call_fault(call, "#/grantTypes", FAULT_NOT_ALLOWED,
			"grant_types must contain authorization_code");
	if (response_types->count > 0 && !client_new_names(response_types, "code"))
		return call_fault(call, "#/responseTypes", FAULT_NOT_ALLOWED,
			"response_types must contain code");
	return PROBLEM_NONE;
}

struct db_param
client_new_network(const struct call *call)
{
	struct db_param address = DB_TEXT(call->principal.address);

	address.null = call->principal.address.size == 0;
	return address;
}

/* Makes room for one more registration. When the limit is reached, networks that register
 * many apps make room for those with few. */
static bool
make_room(struct call *call, int64_t limit)
{
	const struct db_param address = client_new_network(call);
	struct rows *rows = db_query_plain(call, COUNT_NEW);

	if (rows->count == 0)
		return false;
	if (row_integer(rows, 0, "count") < limit)
		return true;
	return !address.null && db_query(call, REPLACE, address)->affected == 1;
}

enum problem
client_new_limit(struct call *call)
{
	const int64_t limit = config()->clients_per_hour.value;
	const struct db_param address = client_new_network(call);

	if (limit == 0 || strcmp(config()->rate_limits.data, "off") == 0)
		return PROBLEM_NONE;
	db_query_plain(call, WAIT);
	if (make_room(call, limit)) {
		if (!address.null)
			db_query(call, COUNT, address);
		return PROBLEM_NONE;
	}
	call->outcome.retry_after_s = 60;
	return call_fail(call, PROBLEM_RATE_LIMITED,
		"too many new apps have registered in the last hour");
}

void
client_new_hash(
	struct call *call, const struct client_new *client, uint8_t hash[HASH_SIZE])
{
	struct buffer metadata = {.arena = call->arena};

	wire_string(&metadata, client->name.data, client->name.size);
	wire_boolean(&metadata, client->refreshes);
	wire_array(&metadata, client->redirect_uris.count);
	for (uint32_t i = 0; i < client->redirect_uris.count; i++)
		wire_cstring(&metadata, client->redirect_uris.items[i].data);
	secret_hash(metadata.data, metadata.size, hash);
}

enum problem
client_new_answer(struct call *call, struct client_new *client)
{
	struct credential secret = credential_new(call->arena, "kith_cs_");
	bool public = strcmp(client->auth_method, "none") == 0;
	bool findable = public && strcmp(client->kind, "registered") == 0;
	struct reply_extra extra = REPLY_FIELD_STRING("clientSecret", secret.token);
	struct db_param secret_param = DB_BYTES(secret.hash, HASH_SIZE);
	uint8_t hash[HASH_SIZE];
	struct db_param hash_param = DB_BYTES(hash, sizeof(hash));
	struct db_param network = client_new_network(call);
	struct rows *rows;

	client_new_hash(call, client, hash);
	network.null |= strcmp(client->kind, "fixed") == 0;
	hash_param.null = !findable;
	secret_param.null = public;
	if (public)
		extra = REPLY_FIELD_NULL("clientSecret");
	client->id = secret.id;
	rows = db_query(call, INSERT, DB_UUID(&client->id), DB_STRING(client->kind),
		DB_TEXT(client->name), DB_TEXTS(client->redirect_uris),
		DB_STRING(client->auth_method), DB_FLAG(client->refreshes), secret_param,
		hash_param, network);
	if (rows->count == 0)
		return call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
	return reply_row(call, rows, 0,
		&(const struct reply_parts){.extras = &extra, .extra_count = 1});
}
