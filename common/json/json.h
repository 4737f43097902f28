/*
 * json.h - the one door to jansson, and the way between JSON and msgpack.
 */
#ifndef KITH_COMMON_JSON_JSON_H
#define KITH_COMMON_JSON_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "common/base/arena.h"
#include "proto/bounds/bounds.h"

/* How deep JSON may nest. */
#define JSON_DEPTH_MAX BOUND_JSON_DEPTH

/*
 * Parses a whole text strictly: UTF-8, no duplicate keys, no NUL, JSON_DEPTH_MAX, nothing
 * after the value. The tree belongs to the arena. NULL with a sentence in *fault when refused.
 */
json_t *
json_parse(struct arena *arena, const void *text, size_t size, const char **fault);

/* A parsed value as msgpack. */
void json_to_wire(struct buffer *out, const json_t *value);

/* One msgpack value as JSON, streaming, without a tree; false when it is broken. */
bool json_from_wire(struct buffer *out, const void *wire, size_t size);

/*
 * JSON that the programs write themselves, value by value. Commas take care of themselves.
 * The key is NULL for an element of an array, and for what follows json_add_key().
 */
void json_add_open(struct buffer *out, const char *key, char bracket);
void json_add_close(struct buffer *out, char bracket);
void json_add_text(struct buffer *out, const char *key, const char *value);
void json_add_integer(struct buffer *out, const char *key, int64_t value);
void json_add_boolean(struct buffer *out, const char *key, bool value);
void json_add_key(struct buffer *out, const char *key); /* alone */
void
json_add_raw(struct buffer *out, const char *key, const char *json); /* is JSON already */

/* Compact JSON as people read it: two spaces for each level, and a line's end. */
void json_pretty(struct buffer *out, const void *json, size_t size);

/* The fragments that all of this is made of. */
void json_put_string(
	struct buffer *out, const char *data, size_t size);  /* quoted and escaped */
void json_put_raw(struct buffer *out, const char *fragment); /* as it stands */
void json_put_integer(struct buffer *out, int64_t value);

#endif
