/*
 * image.h - what the operations that make an image share.
 */
#ifndef KITH_SERVICES_MEDIA_IMAGE_IMAGE_H
#define KITH_SERVICES_MEDIA_IMAGE_IMAGE_H

#include "common/call/call.h"

/* An image as it came. */
struct image_source_bytes {
	const void *data;
	size_t size;
	const char *type; /* the media type that it was given; NULL or "" = none */
	bool fetched;     /* from the address in the input's `url` */
};

/* Makes the image for a use ("square", "wide"), stores it, and answers its id. What is wrong with
 * one that was sent is said at "#/file", and with one that was fetched at "#/url". */
enum problem image_make(struct call *call, const struct image_source_bytes *source,
	const struct text *use);

#endif
