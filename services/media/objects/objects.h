/*
 * objects.h - the door to an S3-compatible store (KITH_S3_URL), which keeps images in place of the
 * database.
 *
 * Requests are signed by libcurl (AWS Signature Version 4) over the hash of what they carry. Each call
 * blocks its thread for as long as it takes; a thread keeps its connection for the next one.
 */
#ifndef KITH_SERVICES_MEDIA_OBJECTS_OBJECTS_H
#define KITH_SERVICES_MEDIA_OBJECTS_OBJECTS_H

#include <stdbool.h>

#include "common/base/arena.h"
#include "common/base/id.h"
#include "common/sandbox/sandbox.h"

/* How long a request may take, connecting included. */
#define OBJECTS_CONNECT_MS 2000
#define OBJECTS_REQUEST_MS 5000

enum objects_outcome {
	OBJECTS_DONE,
	OBJECTS_MISSING, /* the store says that it has no such object */
	OBJECTS_FAILED,  /* nobody knows whether it was done; the log has why */
};

/* Which object: one of an image's contents. */
struct objects_name {
	struct uuid image;
	struct uuid object;
};

/* Reads the settings, once, before there are threads: NULL, or a sentence that says why they cannot be
 * used. `*reach` is the server to dial; its host is NULL when no store is configured. */
const char *objects_open(struct arena *arena, struct sandbox_server *reach);

/* Whether a store is configured; and whether new images go there. */
bool objects_configured(void);
bool objects_in_use(void);

/* Puts an object, in so many milliseconds at most. */
enum objects_outcome objects_put(const struct objects_name *name, const void *data,
	size_t size, int64_t within_ms);

/* Gets an object of exactly so many bytes into the arena, in so many milliseconds at most. */
enum objects_outcome objects_get(struct arena *arena, const struct objects_name *name,
	size_t size, int64_t within_ms, const uint8_t **data);

/* Removes an object. One that is not there is no failure, unless the bucket is not there either. */
enum objects_outcome objects_remove(const struct objects_name *name);

#endif
