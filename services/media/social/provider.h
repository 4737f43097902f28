/*
 * provider.h - a client of the social provider's Mastodon API.
 *
 * Each function sends one request, or polls, and ends at the provider's deadline. Answers
 * are validated: texts are one line within bounds, addresses are http or https, and ids
 * are letters, digits, '-' and '_'.
 *
 * https://docs.joinmastodon.org/methods/
 */
#ifndef KITH_SERVICES_MEDIA_SOCIAL_PROVIDER_H
#define KITH_SERVICES_MEDIA_SOCIAL_PROVIDER_H

#include "common/call/call.h"

/* The time for all requests to the provider during one call, and the time that is kept
 * for recording their outcome. */
#define PROVIDER_TOTAL_MS 10000
#define PROVIDER_NOTE_MS 2000

/* The maximum sizes in bytes; the schema has the same. */
#define PROVIDER_ID_MAX 100
#define PROVIDER_HANDLE_MAX 400
#define PROVIDER_URL_MAX 2000
#define PROVIDER_TOKEN_MAX 4000

enum provider_outcome {
	PROVIDER_DONE,
	PROVIDER_UNAUTHORIZED, /* the token is not accepted */
	PROVIDER_REFUSED,      /* refused; nothing was done */
	PROVIDER_NOT_REACHED,  /* the request was not sent */
	PROVIDER_LOST,         /* unknown whether the request was carried out */
};

/* The state of a client for one call. */
struct provider {
	struct arena *arena;
	const char *token; /* NULL = not authorized yet */
	int64_t until_ms;  /* clock_monotonic_ms() */
	/* The status and Retry-After of the latest answer, or 0. */
	long status;
	int64_t retry_after_s;
};

/* Makes a client for a call. Its deadline is PROVIDER_TOTAL_MS from now, or earlier if
 * the call needs the rest of its time to record the outcome. */
struct provider provider_of(const struct call *call, const char *token);

/* Returns the time until the deadline, at least 1. */
int provider_left_ms(const struct provider *provider);

/* Returns "host:port" of an origin. */
const char *provider_host_port(struct arena *arena, const char *origin);

/* Returns the URL where a member authorizes this instance (RFC 6749, section 4.1.1;
 * RFC 7636). */
const char *
provider_authorize_url(struct arena *arena, const char *state, const char *verifier);

struct provider_grant {
	const char *token;
	int64_t expires_in_s; /* 0 = unknown */
};

enum provider_outcome provider_redeem(struct provider *provider, const struct text *code,
	const char *verifier, struct provider_grant *grant);

struct provider_account {
	const char *id, *handle, *url;
	const char *photo; /* URL; NULL = none */
};

/* Finds the account of the token. */
enum provider_outcome
provider_find_account(struct provider *provider, struct provider_account *account);

/* Returns the text of a post, cut to the length that every such server accepts. */
const char *
provider_text(struct arena *arena, const struct text *title, const struct text *note);

/* Uploads a WebP photo. `*photo` is its id at the provider. */
enum provider_outcome provider_upload(
	struct provider *provider, const void *webp, size_t size, const char **photo);

/* Posts, with a photo or NULL. The provider keeps the idempotency key for an hour: a
 * repeated key returns the same post. */
enum provider_outcome provider_post(struct provider *provider, const char *key,
	const char *text, const char *photo, const char **url);

/* Looks for a post of the account with this text made since `since_us`. `*url` is NULL
 * when there is none; other outcomes than PROVIDER_DONE mean that it is unknown. */
enum provider_outcome provider_find(struct provider *provider, const char *account,
	const char *text, int64_t since_us, const char **url);

/* Revokes the token (RFC 7009). With any other outcome than PROVIDER_DONE, the token
 * may still be valid. */
enum provider_outcome provider_revoke(struct provider *provider);

#endif
