/*
 * image.h - the surface at /media: stored images.
 *
 * Who has the address of an image may have the image, so there are no credentials here,
 * and the answer is the same for everybody: it may be kept for good, as other bytes
 * have another address.
 */
#ifndef KITH_GATEWAY_WEB_IMAGE_H
#define KITH_GATEWAY_WEB_IMAGE_H

#include "gateway/http/http.h"

bool image_handle(struct http_request *request, enum http_stage stage);
void image_gone(struct http_request *request);

/* A range of bytes that a request wants (RFC 9110, section 14.1.2). */
enum image_range {
	RANGE_WHOLE,   /* none that is understood: all of it is answered */
	RANGE_PART,    /* from *first to *last */
	RANGE_OUTSIDE, /* it begins behind the end */
};

enum image_range
image_range_read(const char *header, size_t size, size_t *first, size_t *last);

#endif
