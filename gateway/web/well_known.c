#include "gateway/web/well_known.h"

#include <string.h>

#include "common/base/clock.h"
#include "common/config/config.h"

#define DAY_US ((int64_t)24 * 3600 * 1000000)
#define EXPIRES_DAYS 30

const char *
well_known_redirect(const struct http_request *request)
{
	return strcmp(request->path, "/.well-known/change-password") == 0
		? "/settings/password"
		: NULL;
}

/* The expiry is at the beginning of a day, so that the text changes once a day. */
bool
well_known_security(struct buffer *out, const struct http_request *request)
{
	static const char path[] = "/.well-known/security.txt";
	const char *contact = config()->security_contact.data;
	const int64_t today_us = clock_unix_us() / DAY_US * DAY_US;
	char expires[CLOCK_TEXT_SIZE];
	const char *text;

	if (*contact == '\0' || strcmp(request->path, path) != 0)
		return false;
	clock_format(expires, today_us + EXPIRES_DAYS * DAY_US);
	text = arena_printf(out->arena,
		"Contact: %s\nExpires: %s\nCanonical: %s%s\nPreferred-Languages: en\n",
		contact, expires, config()->base_url.data, path);
	buffer_append(out, text, strlen(text));
	return true;
}
