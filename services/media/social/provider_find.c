/*
 * provider_find.c - looks for a post when the provider no longer knows its idempotency
 * key.
 *
 * Lists contain posts as HTML, so the source of each post of the period is requested.
 */
#include <string.h>

#include "common/base/clock.h"
#include "services/media/social/provider_ask.h"

/* The tolerated difference between the clocks. */
#define CLOCKS_DIFFER_US (INT64_C(600) * 1000000)

/* The number of pages that are searched, and their size. */
#define PAGES_MAX 4
#define PAGE_POSTS "20"

/* A post without a valid time counts as recent. */
static bool
is_since(const json_t *post, int64_t since_us)
{
	const char *at = provider_line(post, "created_at", 40);
	int64_t made_us = 0;

	return at == NULL || !clock_parse(at, strlen(at), &made_us) ||
		made_us >= since_us - CLOCKS_DIFFER_US;
}

/* Compares two texts without leading and trailing white space. */
static bool
is_same(const char *one, const char *other)
{
	static const char white[] = " \t\r\n";
	size_t a, b;

	one += strspn(one, white);
	other += strspn(other, white);
	for (a = strlen(one); a > 0 && strchr(white, one[a - 1]) != NULL; a--) {
	}
	for (b = strlen(other); b > 0 && strchr(white, other[b - 1]) != NULL; b--) {
	}
	return a == b && memcmp(one, other, a) == 0;
}

static enum provider_outcome
compare(struct provider *provider, const char *id, const char *text, bool *same)
{
	const struct provider_request request = {
		.path = arena_printf(provider->arena, "/api/v1/statuses/%s/source", id)};
	const json_t *answer;
	enum provider_outcome outcome = provider_ask(provider, &request, &answer);
	const char *source;

	*same = false;
	if (outcome != PROVIDER_DONE)
		return outcome;
	source = json_string_value(json_object_get(answer, "text"));
	*same = source != NULL && is_same(source, text);
	return source != NULL ? PROVIDER_DONE : PROVIDER_LOST;
}

/* Searches a page. `*last` is its last post, or NULL when older posts are out of the
 * period. */
static enum provider_outcome
look_through(struct provider *provider, const json_t *page, const char *text,
	int64_t since_us, const char **last, const char **url)
{
	const size_t count = json_array_size(page);

	*last = NULL;
	for (size_t i = 0; i < count; i++) {
		const json_t *post = json_array_get(page, i);
		const char *id = provider_id(post, "id");
		enum provider_outcome outcome;
		bool same;

		if (id == NULL)
			return PROVIDER_LOST;
		if (!is_since(post, since_us)) {
			*last = NULL;
			return PROVIDER_DONE;
		}
		outcome = compare(provider, id, text, &same);
		if (outcome != PROVIDER_DONE)
			return outcome;
		if (same) {
			*url = provider_url(post, "url");
			return *url != NULL ? PROVIDER_DONE : PROVIDER_LOST;
		}
		*last = id;
	}
	return PROVIDER_DONE;
}

enum provider_outcome
provider_find(struct provider *provider, const char *account, const char *text,
	int64_t since_us, const char **url)
{
	const char *last = NULL;

	*url = NULL;
	for (int i = 0; i < PAGES_MAX; i++) {
		const struct provider_request request = {
			.path = arena_printf(provider->arena,
				"/api/v1/accounts/%s/statuses?limit=" PAGE_POSTS
				"&exclude_reblogs=true%s%s",
				account, last == NULL ? "" : "&max_id=",
				last == NULL ? "" : last)};
		const json_t *page;
		enum provider_outcome outcome = provider_ask(provider, &request, &page);

		if (outcome != PROVIDER_DONE)
			return outcome;
		if (!json_is_array(page))
			return PROVIDER_LOST;
		outcome = look_through(provider, page, text, since_us, &last, url);
		if (outcome != PROVIDER_DONE || *url != NULL || last == NULL)
			return outcome;
	}
	/* The post may be on a page beyond the last one. */
	return PROVIDER_LOST;
}
