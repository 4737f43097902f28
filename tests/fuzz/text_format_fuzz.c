/*
 * The formats of texts: an accepted e-mail address can be used unchanged in a header and
 * in an SMTP command, and another parser accepts an accepted URI.
 */
#include <curl/curl.h>

#include "common/text/iri.h"
#include "common/text/text.h"
#include "tests/fuzz/fuzz.h"

/* RFC 5321: characters that end an address or a command, or begin a quoted one. */
static void
check_email(const char *data, size_t size)
{
	size_t ats = 0;

	FUZZ_HOLDS(size >= 5 && size <= 254 && data[size - 1] != '.');
	for (size_t i = 0; i < size; i++) {
		ats += data[i] == '@';
		FUZZ_HOLDS(data[i] > 0x20 && data[i] < 0x7f);
		FUZZ_HOLDS(strchr("<>()[],;:\\\"", data[i]) == NULL);
	}
	FUZZ_HOLDS(ats == 1 && data[0] != '@');
}

/* libcurl reads the same host (it normalizes IPv6), and neither a user name nor a
 * password. */
static void
check_uri(struct arena *arena, const char *data, size_t size)
{
	CURLU *url = curl_url();
	const char *text = arena_copy(arena, data, size);
	char *host = NULL, *user = NULL;

	FUZZ_HOLDS(url != NULL && strlen(text) == size &&
		strpbrk(text, " <>\"\\^`{|}") == NULL);
	FUZZ_HOLDS(curl_url_set(url, CURLUPART_URL, text, 0) == CURLUE_OK);
	FUZZ_HOLDS(curl_url_get(url, CURLUPART_HOST, &host, 0) == CURLUE_OK);
	FUZZ_HOLDS(host[0] == '[' || strcasestr(text, host) != NULL);
	FUZZ_HOLDS(curl_url_get(url, CURLUPART_USER, &user, 0) == CURLUE_NO_USER);
	curl_free(host);
	curl_url_cleanup(url);
}

/* The ASCII form of an address is ASCII and within its bound. */
static void
check_iri(enum text_format format, const char *data, size_t size)
{
	char *ascii;
	size_t written;

	if (!utf8_valid(data, size) || !iri_is_wide(format, data, size))
		return;
	ascii = arena_alloc(fuzz_arena(), IRI_ASCII_MAX(size));
	written = iri_to_ascii(format, data, size, ascii);
	FUZZ_HOLDS(written <= IRI_ASCII_MAX(size));
	FUZZ_HOLDS(!iri_is_wide(format, ascii, written));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data;

	for (int format = 0; format < FORMAT_COUNT; format++) {
		const char *wrong =
			text_format_check((enum text_format)format, text, size);

		if (wrong == NULL && format == FORMAT_EMAIL)
			check_email(text, size);
		if (wrong == NULL && format == FORMAT_URI)
			check_uri(fuzz_arena(), text, size);
		if (wrong == NULL && !text_format_is_free((enum text_format)format) &&
			format != FORMAT_CURSOR)
			FUZZ_HOLDS(utf8_valid(text, size));
	}
	check_iri(FORMAT_URI, text, size);
	check_iri(FORMAT_EMAIL, text, size);
	if (utf8_valid(text, size))
		FUZZ_HOLDS(utf8_length(text, size) <= size);
	return 0;
}
