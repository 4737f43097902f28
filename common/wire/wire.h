/*
 * wire.h - msgpack, written and read in one pass.
 *
 * Writing goes through msgpack-c's packers into an arena buffer. Reading does not: msgpack-c
 * believes length prefixes (five bytes make it allocate half a gigabyte) and builds a tree,
 * so the reader here is a cursor over the bytes that checks every length against what is
 * there. wire_check() vets a whole message once; after it a reader cannot run off its end.
 */
#ifndef KITH_COMMON_WIRE_WIRE_H
#define KITH_COMMON_WIRE_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/base/arena.h"

/* How deep arrays and maps may nest in a message. */
#define WIRE_DEPTH_MAX 20

/* ---- writing ---- */
void wire_nil(struct buffer *out);
void wire_boolean(struct buffer *out, bool value);
void wire_integer(struct buffer *out, int64_t value);
void wire_double(struct buffer *out, double value);
void wire_string(struct buffer *out, const char *data, size_t size);
void wire_cstring(struct buffer *out, const char *string);
void wire_binary(struct buffer *out, const void *data, size_t size);
void wire_binary_head(struct buffer *out, size_t size); /* so many bytes follow */
void wire_array(struct buffer *out, size_t count);
void wire_map(struct buffer *out, size_t count);

/* Copies bytes that are one or more msgpack values already. */
void wire_raw(struct buffer *out, const void *data, size_t size);

/* An array or map of which the count is known only afterwards: begin, write, end. */
size_t wire_begin(struct buffer *out);
void wire_end_array(struct buffer *out, size_t begin, size_t count);
void wire_end_map(struct buffer *out, size_t begin, size_t count);

/* ---- reading ---- */
enum wire_type {
	WIRE_NIL,
	WIRE_BOOLEAN,
	WIRE_INTEGER,
	WIRE_DOUBLE,
	WIRE_STRING, /* .data, .size: UTF-8 as it stands in the message, no NUL after it */
	WIRE_BINARY, /* .data, .size */
	WIRE_ARRAY,  /* .count values follow */
	WIRE_MAP,    /* .count pairs follow */
	WIRE_END,    /* nothing left */
	WIRE_BROKEN, /* the bytes are not msgpack, or not of the kinds above */
};

struct wire_value {
	enum wire_type type;
	bool boolean;
	int64_t integer;
	double real;
	const uint8_t *data;
	size_t size;
	uint32_t count;
};

struct wire_reader {
	const uint8_t *next, *end;
};

struct wire_reader wire_read(const void *data, size_t size);

/* The next value, its contents not yet read when it is an array or map. */
struct wire_value wire_next(struct wire_reader *reader);

/* Passes over one whole value; its bytes, or NULL when broken. */
const uint8_t *wire_skip(struct wire_reader *reader, size_t *size);

/*
 * Whether the bytes are exactly one value: every length within the message, no deeper than
 * WIRE_DEPTH_MAX, string map keys without repetition, valid UTF-8 without NUL, no NaN, no
 * bytes left over.
 */
bool wire_check(const void *data, size_t size);

/* Writes the value of a message that wire_check() has passed with the members of its maps in one
 * order, however they came, at every depth; false when the bytes are no such value. */
bool wire_sort(struct buffer *out, const void *data, size_t size);

#endif
