#include <string.h>

#include "services/media/web/web.h"

const char *
web_url_part(struct arena *arena, CURLU *url, CURLUPart part, unsigned flags)
{
	char *text = NULL;
	const char *copy = NULL;

	if (curl_url_get(url, part, &text, flags) == CURLUE_OK)
		copy = arena_copy(arena, text, strlen(text));
	curl_free(text);
	return copy;
}
