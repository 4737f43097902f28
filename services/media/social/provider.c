/*
 * provider.c - the provider's OAuth, accounts, media and statuses methods.
 */
#include "services/media/social/provider.h"

#include <poll.h>
#include <string.h>
#include <strings.h>

#include "common/base/clock.h"
#include "common/config/config.h"
#include "common/secret/secret.h"
#include "common/text/text.h"
#include "proto/media/social.h"
#include "services/media/social/provider_ask.h"

/* The scopes for reading the account, posting with a photo, and looking for a post. */
#define SCOPES "read:accounts read:statuses write:statuses write:media"

/* A server accepts 500 characters per post by default, and counts each address as 23. */
#define POST_CHARACTERS_MAX 500
#define ADDRESS_CHARACTERS 23
#define ADDRESS_CHARACTERS_MIN 10 /* http://a.b */

/* The polling interval for the processing of a photo. */
#define PHOTO_PAUSE_MS 300

/* Later expiry times count as never. */
#define EXPIRY_S_MAX ((int64_t)100 * 366 * 86400)

static const char *
redirect_uri(struct arena *arena)
{
	return arena_printf(arena, "%s" SOCIAL_CALLBACK, config()->base_url.data);
}

const char *
provider_authorize_url(struct arena *arena, const char *state, const char *verifier)
{
	struct buffer query = {.arena = arena};
	uint8_t hash[HASH_SIZE];

	secret_hash(verifier, strlen(verifier), hash);
	provider_add(&query, "response_type", "code");
	provider_add(&query, "client_id", config()->social_client_id.data);
	provider_add(&query, "redirect_uri", redirect_uri(arena));
	provider_add(&query, "scope", SCOPES);
	provider_add(&query, "state", state);
	provider_add(&query, "code_challenge", base64url_encode(arena, hash, HASH_SIZE));
	provider_add(&query, "code_challenge_method", "S256");
	return arena_printf(arena, "%s/oauth/authorize?%.*s", config()->social_url.data,
		(int)query.size, (const char *)query.data);
}

/* Whether the token is valid in a header (RFC 6750, section 2.1). */
static bool
is_token(const char *token)
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~+/=";

	return token != NULL && token[strspn(token, allowed)] == '\0';
}

/* Bearer is the only supported token type. */
static bool
is_bearer(const json_t *answer)
{
	const char *type = provider_line(answer, "token_type", 20);

	return type != NULL && strcasecmp(type, "Bearer") == 0;
}

enum provider_outcome
provider_redeem(struct provider *provider, const struct text *code, const char *verifier,
	struct provider_grant *grant)
{
	struct buffer form = {.arena = provider->arena};
	const json_t *answer, *seconds;
	enum provider_outcome outcome;

	provider_add(&form, "grant_type", "authorization_code");
	provider_add(&form, "code", code->data);
	provider_add(&form, "client_id", config()->social_client_id.data);
	provider_add(&form, "client_secret", config()->social_client_secret.data);
	provider_add(&form, "redirect_uri", redirect_uri(provider->arena));
	provider_add(&form, "code_verifier", verifier);
	provider_add(&form, "scope", SCOPES);
	outcome = provider_ask(provider,
		&(const struct provider_request){
			.path = "/oauth/token", .type = PROVIDER_FORM, .body = &form},
		&answer);
	if (outcome != PROVIDER_DONE)
		return outcome;
	grant->token = provider_line(answer, "access_token", PROVIDER_TOKEN_MAX);
	seconds = json_object_get(answer, "expires_in");
	grant->expires_in_s = json_is_integer(seconds) ? json_integer_value(seconds) : 0;
	if (grant->expires_in_s < 0 || grant->expires_in_s > EXPIRY_S_MAX)
		grant->expires_in_s = 0;
	return is_token(grant->token) && is_bearer(answer) ? PROVIDER_DONE
							   : PROVIDER_LOST;
}

enum provider_outcome
provider_find_account(struct provider *provider, struct provider_account *account)
{
	const json_t *answer;
	enum provider_outcome outcome = provider_ask(provider,
		&(const struct provider_request){
			.path = "/api/v1/accounts/verify_credentials"},
		&answer);

	if (outcome != PROVIDER_DONE)
		return outcome;
	account->id = provider_id(answer, "id");
	account->handle = provider_line(answer, "acct", PROVIDER_HANDLE_MAX);
	account->url = provider_url(answer, "url");
	account->photo = provider_url(answer, "avatar");
	/* Mastodon's placeholder for accounts without a photo. */
	if (account->photo != NULL && strstr(account->photo, "/missing.png") != NULL)
		account->photo = NULL;
	return account->id != NULL && account->handle != NULL && account->url != NULL
		? PROVIDER_DONE
		: PROVIDER_LOST;
}

/* ---- posts ---- */

/* The most characters that a server counts in addition, because it counts short
 * addresses as longer ones. */
static size_t
more_for_addresses(const char *text)
{
	size_t more = 0;

	for (const char *at = strstr(text, "://"); at != NULL; at = strstr(at + 1, "://"))
		more += ADDRESS_CHARACTERS - ADDRESS_CHARACTERS_MIN;
	return more;
}

const char *
provider_text(struct arena *arena, const struct text *title, const struct text *note)
{
	char *text = arena_printf(
		arena, "%s%s%s", title->data, note->size > 0 ? "\n\n" : "", note->data);
	const size_t more = more_for_addresses(text);
	const size_t most = more < POST_CHARACTERS_MAX / 2 ? POST_CHARACTERS_MAX - more
							   : POST_CHARACTERS_MAX / 2;
	size_t characters = 0;
	char *at = text;

	if (utf8_length(text, strlen(text)) <= most)
		return text;
	/* Cut before the character that the ellipsis replaces. */
	for (; *at != '\0'; at++) {
		if (((unsigned char)*at & 0xc0) != 0x80 && ++characters == most)
			break;
	}
	*at = '\0';
	return arena_printf(arena, "%s…", text);
}

/* Waits until the provider has processed a photo. */
static enum provider_outcome
wait_for_photo(struct provider *provider, const char *photo)
{
	const struct provider_request request = {
		.path = arena_printf(provider->arena, "/api/v1/media/%s", photo)};
	enum provider_outcome outcome;
	const json_t *answer;

	do {
		if (clock_monotonic_ms() + PHOTO_PAUSE_MS >= provider->until_ms)
			return PROVIDER_LOST;
		poll(NULL, 0, PHOTO_PAUSE_MS);
		outcome = provider_ask(provider, &request, &answer);
	} while (outcome == PROVIDER_DONE && provider->status == 206);
	return outcome;
}

enum provider_outcome
provider_upload(
	struct provider *provider, const void *webp, size_t size, const char **photo)
{
	static const char head[] = "Content-Disposition: form-data; name=\"file\"; "
				   "filename=\"photo.webp\"\r\n"
				   "Content-Type: image/webp\r\n\r\n";
	struct arena *arena = provider->arena;
	struct buffer form = {.arena = arena};
	const char *boundary = secret_token(arena, "kith-");
	const char *line = arena_printf(arena, "--%s\r\n", boundary);
	const json_t *answer;
	enum provider_outcome outcome;

	buffer_append(&form, line, strlen(line));
	buffer_append(&form, head, strlen(head));
	buffer_append(&form, webp, size);
	line = arena_printf(arena, "\r\n--%s--\r\n", boundary);
	buffer_append(&form, line, strlen(line));
	outcome = provider_ask(provider,
		&(const struct provider_request){.path = "/api/v2/media",
			.type = arena_printf(
				arena, "multipart/form-data; boundary=%s", boundary),
			.body = &form},
		&answer);
	*photo = outcome == PROVIDER_DONE ? provider_id(answer, "id") : NULL;
	if (outcome == PROVIDER_DONE && *photo == NULL)
		return PROVIDER_LOST;
	return outcome == PROVIDER_DONE && provider->status == 202
		? wait_for_photo(provider, *photo)
		: outcome;
}

enum provider_outcome
provider_post(struct provider *provider, const char *key, const char *text,
	const char *photo, const char **url)
{
	struct buffer form = {.arena = provider->arena};
	const json_t *answer;
	enum provider_outcome outcome;

	provider_add(&form, "status", text);
	if (photo != NULL)
		provider_add(&form, "media_ids%5B%5D", photo);
	outcome = provider_ask(provider,
		&(const struct provider_request){.path = "/api/v1/statuses",
			.key = key,
			.type = PROVIDER_FORM,
			.body = &form},
		&answer);
	*url = outcome == PROVIDER_DONE ? provider_url(answer, "url") : NULL;
	return outcome == PROVIDER_DONE && *url == NULL ? PROVIDER_LOST : outcome;
}

enum provider_outcome
provider_revoke(struct provider *provider)
{
	struct buffer form = {.arena = provider->arena};
	const char *token = provider->token;
	const json_t *answer;
	enum provider_outcome outcome;

	provider->token = NULL;
	provider_add(&form, "client_id", config()->social_client_id.data);
	provider_add(&form, "client_secret", config()->social_client_secret.data);
	provider_add(&form, "token", token);
	outcome = provider_ask(provider,
		&(const struct provider_request){
			.path = "/oauth/revoke", .type = PROVIDER_FORM, .body = &form},
		&answer);
	provider->token = token;
	return outcome;
}
