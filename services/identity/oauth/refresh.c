/*
 * refresh.c - refresh token rotation: each use replaces the token by its successor.
 *
 * Processes that share a token may use it at the same time, and answers may be lost. A
 * token that was used within the overlap therefore returns the same successor again. The
 * database stores the hash of the successor and, beside the used token, the successor's
 * secret masked by a MAC of the used token. Only the holder of the used token can recover
 * the successor; a reader of the database cannot.
 */
#include "services/identity/oauth/refresh.h"

#include <string.h>

#include "common/base/id.h"
#include "common/config/config.h"
#include "common/secret/secret.h"
#include "services/identity/credentials/credential.h"

STATEMENT(INSERT,
	"INSERT INTO oauth_refresh_tokens (id, grant_id, hash, expires_at)"
	" SELECT $1, g.id, $2, least(g.expires_at, now() + interval '30 days')"
	" FROM oauth_grants g WHERE g.id = $3");

/* Only one of several concurrent uses succeeds. */
STATEMENT(SPEND,
	"UPDATE oauth_refresh_tokens SET spent_at = now(), successor = $2,"
	" successor_masked = $3"
	" WHERE hash = $1 AND spent_at IS NULL AND expires_at > now()");

/* The number of access tokens since the use bounds how often a token is repeated:
 * processes that share it need few. */
STATEMENT(FIND_SUCCESSOR,
	"SELECT t.successor_masked FROM oauth_refresh_tokens t"
	" JOIN oauth_refresh_tokens next ON next.id = t.successor"
	" WHERE t.hash = $1 AND t.spent_at > now() - $2 * interval '1 second'"
	" AND t.successor_masked IS NOT NULL"
	" AND next.spent_at IS NULL AND next.expires_at > now()"
	" AND (SELECT count(*) FROM credentials a WHERE a.grant_id = t.grant_id"
	" AND a.created_at >= t.spent_at) < " GRANT_TOKENS_MAX);

/* The refresh tokens of a grant in 30 days, used ones included, and whether all access
 * tokens that it may have are of the last minute. */
STATEMENT(COUNT,
	"SELECT (SELECT count(*) FROM oauth_refresh_tokens WHERE grant_id = $1"
	" AND expires_at > now()) AS count,"
	" (SELECT count(*) FROM credentials WHERE grant_id = $1"
	" AND created_at > now() - interval '1 minute') >= " GRANT_TOKENS_MAX " AS fast");

/* Masks or unmasks (XOR) a secret with the MAC of the preceding token. */
static void
mask(const struct text *token, const uint8_t *in, uint8_t out[REFRESH_SECRET_SIZE])
{
	struct key key = secret_key("refresh successor");
	uint8_t mac[MAC_SIZE];

	_Static_assert(MAC_SIZE == REFRESH_SECRET_SIZE, "a MAC covers a secret");
	secret_mac(&key, token->data, token->size, mac);
	for (size_t i = 0; i < REFRESH_SECRET_SIZE; i++)
		out[i] = in[i] ^ mac[i];
}

static void
insert(struct call *call, const struct grant *grant, const struct credential *refresh)
{
	db_query(call, INSERT, DB_UUID(&refresh->id), DB_BYTES(refresh->hash, HASH_SIZE),
		DB_UUID(&grant->id));
}

const char *
refresh_first(struct call *call, const struct grant *grant)
{
	struct credential refresh = credential_new(call->arena, REFRESH_PREFIX);

	insert(call, grant, &refresh);
	return refresh.token;
}

bool
refresh_spend(struct call *call, const struct grant *grant, const struct text *token,
	const char **successor)
{
	struct credential next = credential_new(call->arena, REFRESH_PREFIX);
	const char *secret = next.token + strlen(REFRESH_PREFIX);
	uint8_t hash[HASH_SIZE], masked[REFRESH_SECRET_SIZE];
	size_t size = 0;
	const uint8_t *bytes =
		base64url_decode(call->arena, secret, strlen(secret), &size);

	mask(token, bytes, masked);
	credential_hash(token, hash);
	if (db_query(call, SPEND, DB_BYTES(hash, sizeof(hash)), DB_UUID(&next.id),
		    DB_BYTES(masked, sizeof(masked)))
			->affected != 1)
		return false;
	insert(call, grant, &next);
	*successor = next.token;
	return true;
}

enum refresh_limit
refresh_limit(struct call *call, const struct grant *grant)
{
	struct rows *rows = db_query(call, COUNT, DB_UUID(&grant->id));

	if (rows->count == 1 && row_integer(rows, 0, "count") >= REFRESH_TOKENS_MAX)
		return REFRESH_EXHAUSTED;
	if (rows->count == 1 && row_boolean(rows, 0, "fast") &&
		strcmp(config()->rate_limits.data, "off") != 0)
		return REFRESH_TOO_FAST;
	return REFRESH_ALLOWED;
}

const char *
refresh_again(struct call *call, const struct text *token)
{
	uint8_t hash[HASH_SIZE], secret[REFRESH_SECRET_SIZE];
	struct rows *rows;
	struct text masked;

	credential_hash(token, hash);
	rows = db_query(call, FIND_SUCCESSOR, DB_BYTES(hash, sizeof(hash)),
		DB_NUMBER(config()->refresh_overlap_s.value));
	if (rows->count == 0)
		return NULL;
	masked = row_text(rows, 0, "successor_masked");
	mask(token, (const uint8_t *)masked.data, secret);
	return arena_printf(call->arena, "%s%s", REFRESH_PREFIX,
		base64url_encode(call->arena, secret, sizeof(secret)));
}
