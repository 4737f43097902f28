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

/* Keeps a WebP where this instance keeps images, unless it is there, and answers its id. From then on
 * a record has 20 minutes to have it. */
enum problem image_keep(struct call *call, const void *webp, size_t size);

/* Gets the image that an object of the store is to be, in so many milliseconds at most; NULL unless
 * it is exactly that. */
const uint8_t *image_from_store(struct arena *arena, const struct uuid *id,
	struct uuid object, size_t size, int64_t within_ms);

/* Gets the WebP of an image, wherever it lies: PROBLEM_MEDIA_NOT_FOUND when it is nowhere, and
 * PROBLEM_SERVICE_UNAVAILABLE when the store does not give it in time. The call fails with neither. */
enum problem image_load(
	struct call *call, const struct uuid *id, int64_t within_ms, struct bytes *webp);

/* The id of a WebP: its contents, as a UUID of no standard kind (RFC 9562, section 5.8). */
struct uuid image_id_of(const void *webp, size_t size);

#endif
