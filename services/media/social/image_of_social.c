#include "common/config/config.h"
#include "proto/media/social.h"
#include "services/media/fetch/fetch.h"
#include "services/media/handlers.h"
#include "services/media/image/image.h"
#include "services/media/social/social.h"

#define RETRY_S 30

STATEMENT(FIND_ACCOUNT,
	SOCIAL_ACCOUNT("a.token, COALESCE(a.expires_at <= now(), false) AS ended"));

/* The token has expired or been revoked, or cannot be decrypted because the instance's
 * keys changed. */
static enum problem
refuse_ended(struct call *call, const struct text *sealed)
{
	social_note_end(call, sealed);
	return call_fail(call, PROBLEM_SOCIAL_NOT_LINKED,
		"the provider's permission has ended; link the account again");
}

static enum problem
refuse_for_now(struct call *call)
{
	call->outcome.retry_after_s = RETRY_S;
	return call_fail(call, PROBLEM_SERVICE_UNAVAILABLE,
		"the social provider does not respond; try again later");
}

/* Fetches the photo and makes an image of it. Its URL is untrusted, so only public
 * addresses and the provider's own host are allowed. */
static enum problem
make(struct call *call, const char *url, const struct provider *provider,
	const struct text *use)
{
	const struct fetch_request request = {.url = url,
		.bytes_max = IMAGE_BYTES_MAX,
		.redirects_max = FETCH_REDIRECTS_MAX,
		.also_allowed =
			provider_host_port(call->arena, config()->social_url.data),
		.total_ms = provider_left_ms(provider)};
	struct fetch_answer answer = {.type = ""};
	enum fetch_outcome outcome = fetch(call->arena, &request, &answer);
	struct image_source_bytes source;

	if (outcome == FETCH_FAILED || answer.status >= 500)
		return refuse_for_now(call);
	if (outcome != FETCH_DONE || answer.status != 200)
		return call_fail(call, PROBLEM_SOCIAL_PHOTO_MISSING,
			"the photo of the social account cannot be fetched");
	source = (struct image_source_bytes){.data = answer.body.data,
		.size = answer.body.size,
		.type = answer.type,
		.fetched = true};
	if (image_make(call, &source, use) != PROBLEM_VALIDATION_FAILED)
		return call->outcome.problem;
	call->outcome.faults = NULL;
	return call_fail(call, PROBLEM_SOCIAL_PHOTO_MISSING,
		"the photo of the social account cannot be used as an image");
}

/* Makes an image of the photo of the caller's social account. */
enum problem
image_of_social(struct call *call, const void *input)
{
	const struct image_of_social_in *in = input;
	struct rows *rows = db_query(
		call, FIND_ACCOUNT, DB_CALLER(call), DB_TEXT(config()->social_url));
	struct provider_account account = {.id = NULL};
	struct provider provider;
	struct text sealed;

	call->outcome.keep_writes = true; /* records the end of the permission */
	if (rows->count == 0)
		return call_fail(call, PROBLEM_SOCIAL_NOT_LINKED, NULL);
	sealed = row_text(rows, 0, "token");
	provider = provider_of(
		call, social_unseal(call->arena, &call->principal.member, &sealed));
	if (row_boolean(rows, 0, "ended") || provider.token == NULL)
		return refuse_ended(call, &sealed);
	switch (provider_find_account(&provider, &account)) {
	case PROVIDER_DONE:
		break;
	case PROVIDER_UNAUTHORIZED:
		return refuse_ended(call, &sealed);
	case PROVIDER_REFUSED:
	case PROVIDER_NOT_REACHED:
	case PROVIDER_LOST:
		return refuse_for_now(call);
	}
	if (account.photo == NULL)
		return call_fail(call, PROBLEM_SOCIAL_PHOTO_MISSING, NULL);
	return make(call, account.photo, &provider, &in->use);
}
