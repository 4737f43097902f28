#include "services/identity/oauth/client.h"

#include <string.h>

#include "common/base/id.h"
#include "common/secret/secret.h"
#include "services/identity/oauth/document.h"

STATEMENT(FIND,
	"SELECT " CLIENT_COLUMNS " FROM oauth_clients c WHERE c.id = $1");

STATEMENT(FIND_DESCRIBED,
	"SELECT " CLIENT_COLUMNS " FROM oauth_clients c WHERE c.document_url = $1");

struct client
client_read(struct call *call, const struct rows *rows, int row)
{
	char wire_id[ID_TEXT_MAX];
	struct client client = {
		.id = row_uuid(rows, row, "client"),
		.name = row_text(rows, row, "client_name"),
		.redirect_uris = row_texts(rows, row, "redirect_uris"),
		.refreshes = row_boolean(rows, row, "refreshes"),
		.verified = row_boolean(rows, row, "verified"),
		.fresh = row_boolean(rows, row, "document_fresh"),
	};
	size_t size = id_format(wire_id, "cli", &client.id);
	struct text *hash;

	client.wire_id = arena_copy(call->arena, wire_id, size);
	client.own_id = client.wire_id;
	if (!row_null(rows, row, "document_url")) {
		client.document = row_text(rows, row, "document_url").data;
		client.own_id = client.document;
	}
	if (!row_null(rows, row, "secret_hash")) {
		hash = arena_alloc(call->arena, sizeof(*hash));
		*hash = row_text(rows, row, "secret_hash");
		client.secret_hash = hash;
	}
	return client;
}

bool
client_find(struct call *call, const struct text *wire_id, struct client *client)
{
	struct uuid id;
	struct rows *rows;

	if (wire_id->presence != GIVEN)
		return false;
	if (document_is_address(wire_id))
		rows = db_query(call, FIND_DESCRIBED, DB_TEXT(*wire_id));
	else if (id_parse(wire_id->data, wire_id->size, "cli", &id))
		rows = db_query(call, FIND, DB_UUID(&id));
	else
		return false;
	if (rows->count == 0)
		return false;
	*client = client_read(call, rows, 0);
	return true;
}

const char *
client_prove(struct call *call, const struct text *wire_id, const struct text *secret,
	struct client *client)
{
	bool sent = secret->presence == GIVEN && secret->size > 0;
	uint8_t hash[HASH_SIZE];

	if (wire_id->presence != GIVEN)
		return "The request does not identify the client";
	if (!client_find(call, wire_id, client))
		return "The client is unknown; it must register again";
	if (client->secret_hash == NULL)
		return sent ? "The client has no secret, but one was sent" : NULL;
	if (!sent)
		return "The client must send its secret";
	secret_hash(secret->data, secret->size, hash);
	if (client->secret_hash->size != HASH_SIZE ||
		!secret_equal(hash, client->secret_hash->data, HASH_SIZE))
		return "The client's secret is wrong";
	return NULL;
}
