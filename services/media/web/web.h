/*
 * web.h - what requests by libcurl have in common, whoever they go to.
 */
#ifndef KITH_SERVICES_MEDIA_WEB_WEB_H
#define KITH_SERVICES_MEDIA_WEB_WEB_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>

#include "common/base/arena.h"

/* An answer as it comes. The request ends with CURLE_WRITE_ERROR when its body has more than
 * `bytes_max` bytes, or its head more than 64 KiB. */
struct web_answer {
	struct buffer body; /* with an arena */
	size_t bytes_max;
	size_t head_bytes;
	bool too_large; /* the body was */
};

/* Has a request's answer taken; it stays until the request has ended. */
void web_take_answer(CURL *easy, struct web_answer *answer);

/* A part of a URL in the arena; NULL when it has none. */
const char *web_url_part(struct arena *arena, CURLU *url, CURLUPart part, unsigned flags);

#endif
