/*
 * code_redeem.c - exchanges a code for tokens (RFC 6749, section 4.1.3).
 *
 * The first attempt uses up a code, whether or not it succeeds: a code with a wrong
 * verifier, or from another client, has leaked. A second attempt shows that the tokens of
 * the first one may be stolen, so they are revoked.
 */
#include <string.h>

#include "common/base/clock.h"
#include "common/base/id.h"
#include "common/config/config.h"
#include "common/json/json.h"
#include "services/identity/credentials/credential_sql.h"
#include "services/identity/handlers.h"
#include "services/identity/oauth/grant.h"
#include "services/identity/oauth/refresh.h"
#include "services/identity/oauth/scope.h"
#include "services/identity/oauth/signing_key.h"

#define VERIFIER_SIZE_MIN 43
#define VERIFIER_SIZE_MAX 128
#define ID_TOKEN_LIFE_S 3600

STATEMENT(QUEUE,
	QUEUE_SHARED("g.member_id", "oauth_codes k JOIN oauth_grants g"
		" ON g.id = k.grant_id WHERE k.hash = $1"));

STATEMENT(FIND,
	"SELECT k.redirect_uri, k.code_challenge, k.nonce, k.signed_in_at,"
	" k.expires_at > now() AS fresh, m.name AS member_name, " GRANT_COLUMNS
	" FROM oauth_codes k JOIN oauth_grants g ON g.id = k.grant_id" GRANT_TABLES
	" WHERE k.hash = $1 FOR SHARE OF m");

/* Only one of two concurrent uses succeeds. */
STATEMENT(USE,
	"UPDATE oauth_codes SET used_at = now() WHERE hash = $1 AND used_at IS NULL");

STATEMENT(NOTE_REDEEMED,
	"UPDATE oauth_grants SET redeemed_at = now() WHERE id = $1");

/* The data of a code besides its grant. */
struct code {
	struct text redirect_uri, challenge, nonce;
	struct text member_name;
	int64_t signed_in_us;
	bool fresh;
};

static struct code
read_code(const struct rows *rows)
{
	return (struct code){
		.redirect_uri = row_text(rows, 0, "redirect_uri"),
		.challenge = row_text(rows, 0, "code_challenge"),
		.nonce = row_text(rows, 0, "nonce"),
		.member_name = row_text(rows, 0, "member_name"),
		.signed_in_us = row_instant_us(rows, 0, "signed_in_at"),
		.fresh = row_boolean(rows, 0, "fresh"),
	};
}

/* RFC 7636, sections 4.1 and 4.6. */
static bool
verifies(struct arena *arena, const struct text *verifier, const struct text *challenge)
{
	static const char alphabet[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
	uint8_t hash[HASH_SIZE];
	const char *made;

	if (verifier->size < VERIFIER_SIZE_MIN || verifier->size > VERIFIER_SIZE_MAX ||
		strspn(verifier->data, alphabet) != verifier->size)
		return false;
	secret_hash(verifier->data, verifier->size, hash);
	made = base64url_encode(arena, hash, sizeof(hash));
	return strlen(made) == challenge->size &&
		secret_equal(made, challenge->data, challenge->size);
}

static bool
is_given(const struct text *text)
{
	return text->presence == GIVEN && text->size > 0;
}

/* The reason to refuse the request, or OAUTH_NONE. */
static struct oauth_refusal
judge(struct call *call, const struct code_redeem_in *in, const struct client *client,
	const struct grant *grant, const struct code *code)
{
	const char *audience = scope_audience(call->arena, &in->resource);

	if (!id_equal(&client->id, &grant->client.id) || !code->fresh || !grant->active) {
		return (struct oauth_refusal){OAUTH_INVALID_GRANT,
			"The code is unknown, expired or used, or belongs to another "
			"client"};
	}
	if (is_given(&in->redirect_uri) &&
		strcmp(in->redirect_uri.data, code->redirect_uri.data) != 0) {
		return (struct oauth_refusal){OAUTH_INVALID_GRANT,
			"redirect_uri is not the URI that the code was sent to"};
	}
	if (!is_given(&in->code_verifier)) {
		return (struct oauth_refusal){
			OAUTH_INVALID_REQUEST, "code_verifier is missing"};
	}
	if (!verifies(call->arena, &in->code_verifier, &code->challenge)) {
		return (struct oauth_refusal){OAUTH_INVALID_GRANT,
			"code_verifier does not match code_challenge"};
	}
	if (is_given(&in->resource) &&
		(audience == NULL || strcmp(audience, grant->audience.data) != 0)) {
		return (struct oauth_refusal){OAUTH_INVALID_TARGET,
			"resource is not the one of the authorization request"};
	}
	return (struct oauth_refusal){.error = OAUTH_NONE};
}

/* at_hash: the left half of the access token's hash (OpenID Connect Core, section
 * 3.1.3.6). */
static const char *
half_hash(struct arena *arena, const char *token)
{
	uint8_t hash[HASH_SIZE];

	secret_hash(token, strlen(token), hash);
	return base64url_encode(arena, hash, sizeof(hash) / 2);
}

/* The id_token; NULL while the instance has no signing key. */
static const char *
make_id_token(struct call *call, const struct grant *grant, const struct code *code,
	const char *access_token)
{
	struct buffer claims = {.arena = call->arena};
	const int64_t now_s = clock_unix_us() / 1000000;
	char sub[ID_TEXT_MAX];

	id_format(sub, "usr", &grant->member);
	json_add_open(&claims, NULL, '{');
	json_add_text(&claims, "iss", config()->base_url.data);
	json_add_text(&claims, "sub", sub);
	json_add_text(&claims, "aud", grant->client.own_id);
	json_add_integer(&claims, "iat", now_s);
	json_add_integer(&claims, "exp", now_s + ID_TOKEN_LIFE_S);
	json_add_integer(&claims, "auth_time", code->signed_in_us / 1000000);
	json_add_text(&claims, "at_hash", half_hash(call->arena, access_token));
	if (is_given(&code->nonce))
		json_add_text(&claims, "nonce", code->nonce.data);
	if ((grant->scopes & SCOPE_PROFILE) != 0)
		json_add_text(&claims, "name", code->member_name.data);
	json_add_close(&claims, '}');
	return signing_key_sign(call, &claims);
}

static enum problem
issue(struct call *call, const struct grant *grant, const struct code *code)
{
	struct issued issued = {0};

	db_query(call, NOTE_REDEEMED, DB_UUID(&grant->id));
	grant_issue_access(call, grant, grant->scopes, &issued);
	if ((grant->scopes & SCOPE_OFFLINE_ACCESS) != 0)
		issued.refresh_token = refresh_first(call, grant);
	issued.id_token = make_id_token(call, grant, code, issued.access_token);
	if (issued.id_token == NULL)
		return call_fail(call, PROBLEM_SERVICE_UNAVAILABLE, NULL);
	return grant_answer(call, &issued);
}

enum problem
code_redeem(struct call *call, const void *input)
{
	const struct code_redeem_in *in = input;
	const struct grant_claim claim = {.client_id = &in->client_id,
		.client_secret = &in->client_secret,
		.token = &in->code,
		.queue = QUEUE,
		.find = FIND,
		.unknown = "The code is unknown or expired"};
	struct grant_claimed claimed;
	struct grant *grant = &claimed.grant;
	struct oauth_refusal refusal;
	enum problem problem;
	struct code code;
	bool live;

	if (!grant_claim(call, &claim, &claimed, &problem))
		return problem;
	code = read_code(claimed.rows);
	live = grant_lock(call, grant);
	if (db_query(call, USE, DB_BYTES(claimed.hash, HASH_SIZE))->affected != 1) {
		grant_end_replayed(call, grant);
		return grant_refuse(call, OAUTH_INVALID_GRANT,
			"The code was used before, so the app was disconnected",
			&grant->member);
	}
	refusal = judge(call, in, &claimed.client, grant, &code);
	if (refusal.error == OAUTH_NONE && !live)
		refusal = (struct oauth_refusal){
			OAUTH_INVALID_GRANT, "The member has disconnected the app"};
	if (refusal.error == OAUTH_NONE)
		return issue(call, grant, &code);
	grant_end(call, grant);
	return grant_refuse(call, refusal.error, refusal.description, NULL);
}
