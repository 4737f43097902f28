/*
 * json_out.h - JSON that the gateway writes itself, member by member.
 *
 * Commas take care of themselves: each value knows from the byte before it whether it is the
 * first of its object or array. A NULL key is for elements of an array.
 */
#ifndef KITH_GATEWAY_REFERENCE_JSON_OUT_H
#define KITH_GATEWAY_REFERENCE_JSON_OUT_H

#include "common/base/arena.h"

void json_out_open(struct buffer *out, const char *key, char bracket);
void json_out_close(struct buffer *out, char bracket);
void json_out_text(struct buffer *out, const char *key, const char *value);
void json_out_integer(struct buffer *out, const char *key, int64_t value);
void json_out_boolean(struct buffer *out, const char *key, bool value);

/* A key alone; its value follows, with a NULL key. */
void json_out_key(struct buffer *out, const char *key);

/* A value that is JSON already. */
void json_out_raw(struct buffer *out, const char *key, const char *json);

/* Compact JSON as people read it: two spaces for each level, and a line's end. */
void json_out_pretty(struct buffer *out, const void *json, size_t size);

#endif
