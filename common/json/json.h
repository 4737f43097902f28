/*
 * json.h - the only interface to jansson, and conversion between JSON and msgpack.
 */
#ifndef KITH_COMMON_JSON_JSON_H
#define KITH_COMMON_JSON_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "common/base/arena.h"
#include "proto/bounds/bounds.h"

/* The nesting limit of JSON input. */
#define JSON_DEPTH_MAX BOUND_JSON_DEPTH

/*
 * Parses a complete text strictly: UTF-8, no duplicate keys, no NUL, at most
 * JSON_DEPTH_MAX levels, nothing after the value. A byte order mark before it is
 * ignored. The tree is released with the arena.
 * NULL with a message in *fault when the text is refused.
 */
json_t *
json_parse(struct arena *arena, const void *text, size_t size, const char **fault);

/* The same, for a text with at most so many values: objects, arrays, and what is in
 * them. */
json_t *json_parse_bounded(struct arena *arena, const void *text, size_t size,
	size_t values_max, const char **fault);

void json_to_wire(struct buffer *out, const json_t *value);

/* Converts one msgpack value without building a tree; false when the value is
 * malformed. */
bool json_from_wire(struct buffer *out, const void *wire, size_t size);

/*
 * Builds JSON value by value, with commas where needed. The key is NULL for an element of
 * an array and for the value after json_add_key().
 */
void json_add_open(struct buffer *out, const char *key, char bracket);
void json_add_close(struct buffer *out, char bracket);
void json_add_text(struct buffer *out, const char *key, const char *value);
void json_add_integer(struct buffer *out, const char *key, int64_t value);
void json_add_boolean(struct buffer *out, const char *key, bool value);
void json_add_key(struct buffer *out, const char *key); /* the value follows */
void json_add_raw(struct buffer *out, const char *key, const char *json); /* JSON */

/* Formats compact JSON with two spaces per level and a final line feed. */
void json_pretty(struct buffer *out, const void *json, size_t size);

/* Appends single fragments: a quoted string, text without escaping, a number. */
void json_put_string(struct buffer *out, const char *data, size_t size);
void json_put_raw(struct buffer *out, const char *fragment);
void json_put_integer(struct buffer *out, int64_t value);

#endif
