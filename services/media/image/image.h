/*
 * image.h - shared by the operations on images.
 */
#ifndef KITH_SERVICES_MEDIA_IMAGE_IMAGE_H
#define KITH_SERVICES_MEDIA_IMAGE_IMAGE_H

#include "common/call/call.h"
#include "services/media/image/decoder.h"

/* A received image. */
struct image_source_bytes {
	const void *data;
	size_t size;
	const char *type; /* the declared media type; NULL or "" = none */
	bool fetched;     /* fetched from the input's `url`, not uploaded */
};

/* Makes an image for a use ("square" or "wide"), stores it, and answers with its id.
 * Faults refer to "#/file" for uploads, and to "#/url" for fetched images. */
enum problem image_make(struct call *call, const struct image_source_bytes *source,
	const struct text *use);

/* Stores the WebP of an image in the database or the object store, unless it is there,
 * and answers with its id. The small one is always in the database. A record must refer
 * to the image within 20 minutes. */
enum problem image_keep(struct call *call, const struct decoder_image *image);

/* Reads an image from the store within `within_ms`. Returns NULL unless the object has
 * exactly the contents of the image. */
const uint8_t *image_from_store(struct arena *arena, const struct uuid *id,
	struct uuid object, size_t size, int64_t within_ms);

/* Reads the WebP of an image from the database or the store. Returns
 * PROBLEM_MEDIA_NOT_FOUND if there is none, and PROBLEM_SERVICE_UNAVAILABLE if the
 * store does not deliver it in time. Neither fails the call. */
enum problem image_load(
	struct call *call, const struct uuid *id, int64_t within_ms, struct bytes *webp);

/* Returns the id of a WebP: the hash of its contents as a UUID of version 8 (RFC 9562,
 * section 5.8). */
struct uuid image_id_of(const void *webp, size_t size);

#endif
