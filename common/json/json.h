/*
 * json.h - the one door to jansson, and the way between JSON and msgpack.
 */
#ifndef KITH_COMMON_JSON_JSON_H
#define KITH_COMMON_JSON_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "common/base/arena.h"

/* How deep JSON may nest. */
#define JSON_DEPTH_MAX 16

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

/* JSON fragments for what the gateway writes itself. */
void json_put_string(
	struct buffer *out, const char *data, size_t size);  /* quoted and escaped */
void json_put_raw(struct buffer *out, const char *fragment); /* as it stands */
void json_put_integer(struct buffer *out, int64_t value);

#endif
