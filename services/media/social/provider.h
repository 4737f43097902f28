/*
 * provider.h - the social provider, as a client of the Mastodon API sees it.
 *
 * Each function asks once, and ends at the moment that it is given. What the provider says is
 * judged before it is believed: texts are of one line and within bounds, addresses are http or
 * https, ids are letters and digits.
 *
 * https://docs.joinmastodon.org/methods/
 */
#ifndef KITH_SERVICES_MEDIA_SOCIAL_PROVIDER_H
#define KITH_SERVICES_MEDIA_SOCIAL_PROVIDER_H

#include "common/call/call.h"

/* Calls to the provider for one call of ours end after so long, all of them together. */
#define PROVIDER_TOTAL_MS 10000
#define PROVIDER_NOTE_MS 2000

/* What an account and a token may be at most; the schema says the same. */
#define PROVIDER_ID_MAX 100
#define PROVIDER_HANDLE_MAX 400
#define PROVIDER_URL_MAX 2000
#define PROVIDER_TOKEN_MAX 4000

enum provider_outcome {
	PROVIDER_DONE,
	PROVIDER_UNAUTHORIZED, /* it does not accept the token */
	PROVIDER_REFUSED,      /* it has answered that it did nothing */
	PROVIDER_NOT_REACHED,  /* it has not got the request */
	PROVIDER_LOST,         /* nobody knows whether it did anything */
};

/* Who asks, and until when. */
struct provider {
	struct arena *arena;
	const char *token; /* NULL = none yet */
	int64_t until_ms;  /* clock_monotonic_ms() */
	/* Of the latest answer: its status, and what the provider asks for, or 0. */
	long status;
	int64_t retry_after_s;
};

/* For a call: from now on for PROVIDER_TOTAL_MS, but never so long that nothing is left of the
 * call's own time to note what came of it. */
struct provider provider_of(const struct call *call, const char *token);

/* What is left of the time; 1 when nothing is. */
int provider_left_ms(const struct provider *provider);

/* "host:port" of an origin. */
const char *provider_place(struct arena *arena, const char *origin);

/* Where a member allows this instance to post (RFC 6749, section 4.1.1; RFC 7636). */
const char *
provider_authorize_url(struct arena *arena, const char *state, const char *verifier);

struct provider_grant {
	const char *token;
	int64_t expires_in_s; /* 0 = not known */
};

enum provider_outcome provider_redeem(struct provider *provider, const struct text *code,
	const char *verifier, struct provider_grant *grant);

struct provider_account {
	const char *id, *handle, *url;
	const char *photo; /* its address; NULL = it has none */
};

/* Whose token it is. */
enum provider_outcome
provider_whose(struct provider *provider, struct provider_account *account);

/* The text of a post: as much as any such server takes. */
const char *
provider_text(struct arena *arena, const struct text *title, const struct text *note);

/* Uploads a photo, an image as WebP; its id there. */
enum provider_outcome provider_upload(
	struct provider *provider, const void *webp, size_t size, const char **photo);

/* Posts, with a photo or NULL. The provider keeps a key for an hour: the same key again answers
 * the same post. */
enum provider_outcome provider_post(struct provider *provider, const char *key,
	const char *text, const char *photo, const char **url);

/* Looks for a post of the account with this text that was made since a moment; NULL = there is
 * none. Only PROVIDER_DONE means that it knows. */
enum provider_outcome provider_find(struct provider *provider, const char *account,
	const char *text, int64_t since_us, const char **url);

/* Has the provider forget the token (RFC 7009). What it answers but PROVIDER_DONE, it may still
 * know it. */
enum provider_outcome provider_revoke(struct provider *provider);

#endif
