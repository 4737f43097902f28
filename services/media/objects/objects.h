/*
 * objects.h - a client of the S3-compatible store (KITH_S3_URL) that holds images in
 * place of the database. Calls block their thread (store.h).
 */
#ifndef KITH_SERVICES_MEDIA_OBJECTS_OBJECTS_H
#define KITH_SERVICES_MEDIA_OBJECTS_OBJECTS_H

#include <stdbool.h>

#include "common/base/arena.h"
#include "common/base/id.h"
#include "common/sandbox/sandbox.h"
#include "services/media/objects/store.h"

/* The time limits of a request; the second one includes connecting. */
#define OBJECTS_CONNECT_MS 2000
#define OBJECTS_REQUEST_MS 5000

/* The name of an object, which holds the bytes of an image. */
struct objects_name {
	struct uuid image;
	struct uuid object;
};

/* Reads the settings. Call once, before threads start. Returns NULL, or a sentence
 * that explains why they are invalid. `*reach` is the server to connect to; its host
 * is NULL without a store. */
const char *objects_open(struct arena *arena, struct sandbox_server *reach);

/* Whether a store is configured, and whether new images go there. */
bool objects_configured(void);
bool objects_in_use(void);

/* Stores an object within `within_ms`. */
enum objects_outcome objects_put(const struct objects_name *name, const void *data,
	size_t size, int64_t within_ms);

/* Reads an object of exactly `size` bytes into the arena within `within_ms`. */
enum objects_outcome objects_get(struct arena *arena, const struct objects_name *name,
	size_t size, int64_t within_ms, const uint8_t **data);

/* Deletes an object. A missing object counts as done, a missing bucket as failed. */
enum objects_outcome objects_remove(const struct objects_name *name);

#endif
