#include "services/identity/oauth/signing_key.h"

#include <string.h>

#include "common/base/id.h"
#include "common/base/log.h"
#include "common/json/json.h"
#include "common/secret/secret.h"

STATEMENT(FIND_PRESENT,
	"SELECT id, private_key FROM signing_keys WHERE retired_at IS NULL");

STATEMENT(RETIRE,
	"UPDATE signing_keys SET retired_at = now() WHERE retired_at IS NULL");

/* Of two concurrent calls, the second one inserts no row. */
STATEMENT(INSERT,
	"INSERT INTO signing_keys (id, modulus, exponent, private_key)"
	" VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING"
	" RETURNING id, modulus, exponent");

STATEMENT(FORGET,
	"DELETE FROM signing_keys WHERE retired_at < now() - interval '1 day'");

/* Inserts a key unless one exists. Returns its row, or no row. */
static struct rows *
make(struct call *call)
{
	const struct uuid id = id_new();
	struct text key = secret_rsa_new(call->arena);
	struct text encrypted = secret_encrypt(call->arena, SIGNING_KEY_SEAL, id.bytes,
		sizeof(id.bytes), key.data, key.size);
	const char *modulus = NULL, *exponent = NULL;

	secret_rsa_public(call->arena, &key, &modulus, &exponent);
	return db_query(call, INSERT, DB_UUID(&id), DB_STRING(modulus),
		DB_STRING(exponent), DB_BYTES(encrypted.data, encrypted.size));
}

struct rows *
signing_key_replace(struct call *call)
{
	db_query_plain(call, RETIRE);
	return make(call);
}

/* The JWS header for the key with this id. */
static struct buffer
header_of(struct arena *arena, const struct uuid *id)
{
	struct buffer out = {.arena = arena};
	char kid[ID_TEXT_MAX];

	id_format(kid, "key", id);
	json_add_open(&out, NULL, '{');
	json_add_text(&out, "alg", "RS256");
	json_add_text(&out, "typ", "JWT");
	json_add_text(&out, "kid", kid);
	json_add_close(&out, '}');
	return out;
}

const char *
signing_key_sign(struct call *call, const struct buffer *claims)
{
	struct rows *rows = db_query_plain(call, FIND_PRESENT);
	struct arena *arena = call->arena;
	struct text encrypted, key, signature;
	struct buffer header;
	const char *signed_part;
	struct uuid id;

	/* A code may be redeemed before the task has made the first key. */
	if (rows->count == 0) {
		make(call);
		rows = db_query_plain(call, FIND_PRESENT);
	}
	if (rows->count == 0)
		return NULL;
	id = row_uuid(rows, 0, "id");
	encrypted = row_text(rows, 0, "private_key");
	key = secret_decrypt(arena, SIGNING_KEY_SEAL, id.bytes, sizeof(id.bytes),
		encrypted.data, encrypted.size);
	if (key.presence != GIVEN)
		log_error("signing_key",
			LOG_TEXT("error",
				"the key of id_tokens cannot be decrypted with this "
				"instance's secret; kithctl keys rotate makes another"));
	header = header_of(arena, &id);
	signed_part = arena_printf(arena, "%s.%s",
		base64url_encode(arena, header.data, header.size),
		base64url_encode(arena, claims->data, claims->size));
	signature = secret_rsa_sign(arena, &key, signed_part, strlen(signed_part));
	if (signature.presence != GIVEN)
		return NULL;
	return arena_printf(arena, "%s.%s", signed_part,
		base64url_encode(arena, signature.data, signature.size));
}

bool
signing_key_step(struct call *call)
{
	if (db_query_plain(call, FIND_PRESENT)->count == 0)
		make(call);
	db_query_plain(call, FORGET);
	return false;
}
