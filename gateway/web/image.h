/*
 * image.h - the surface at /media: stored images.
 *
 * A square image also has a small one for lists; if it was stored without, the image
 * itself is served instead.
 *
 * The address of an image is its credential. Answers are equal for everybody and can be
 * cached forever, because other bytes have another address.
 */
#ifndef KITH_GATEWAY_WEB_IMAGE_H
#define KITH_GATEWAY_WEB_IMAGE_H

#include "gateway/http/http.h"

/* The endings of the two paths of an image, "/media/{id}.webp". */
#define IMAGE_ENDING ".webp"
#define IMAGE_SMALL_ENDING "-small.webp"

bool image_handle(struct http_request *request, enum http_stage stage);
void image_gone(struct http_request *request);

/* A requested range of bytes (RFC 9110, section 14.1.2). */
enum image_range {
	RANGE_WHOLE,   /* absent or not understood: the answer is the whole image */
	RANGE_PART,    /* from *first to *last */
	RANGE_OUTSIDE, /* begins after the end */
};

enum image_range
image_range_read(const char *header, size_t size, size_t *first, size_t *last);

#endif
