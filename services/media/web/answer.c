#include <stdlib.h>

#include "services/media/web/web.h"

/* The maximum size of the headers of an answer. */
#define HEAD_BYTES_MAX ((size_t)64 * 1024)

static size_t
take_body(char *data, size_t size, size_t count, void *to)
{
	struct web_answer *answer = to;
	const size_t bytes = size * count;

	if (bytes > answer->bytes_max - answer->body.size) {
		answer->too_large = true;
		return 0;
	}
	buffer_append(&answer->body, data, bytes);
	return bytes;
}

static size_t
take_head(char *data, size_t size, size_t count, void *to)
{
	struct web_answer *answer = to;

	(void)data;
	answer->head_bytes += size * count;
	return answer->head_bytes > HEAD_BYTES_MAX ? 0 : size * count;
}

/* Aborts, because the answer would be unbounded without the option that libcurl
 * rejected. */
static void
check(CURLcode code)
{
	if (code != CURLE_OK)
		abort();
}

void
web_take_answer(CURL *easy, struct web_answer *answer)
{
	check(curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_body));
	check(curl_easy_setopt(easy, CURLOPT_WRITEDATA, answer));
	check(curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, take_head));
	check(curl_easy_setopt(easy, CURLOPT_HEADERDATA, answer));
}
