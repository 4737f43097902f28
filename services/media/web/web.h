/*
 * web.h - shared by all libcurl requests of this service.
 */
#ifndef KITH_SERVICES_MEDIA_WEB_WEB_H
#define KITH_SERVICES_MEDIA_WEB_WEB_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>

#include "common/base/arena.h"

/* An answer while it is received. The request fails with CURLE_WRITE_ERROR when its
 * body exceeds `bytes_max` bytes, or its headers exceed 64 KiB. */
struct web_answer {
	struct buffer body; /* needs an arena */
	size_t bytes_max;
	size_t head_bytes;
	bool too_large; /* the body exceeded bytes_max */
};

/* Receives the answer of a request into `answer`, which must outlive the request. */
void web_take_answer(CURL *easy, struct web_answer *answer);

/* Copies a part of a URL into the arena; NULL when it has none. */
const char *web_url_part(struct arena *arena, CURLU *url, CURLUPart part, unsigned flags);

#endif
