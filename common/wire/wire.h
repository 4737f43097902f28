/*
 * wire.h - reads and writes msgpack in one pass.
 *
 * msgpack-c's packers write into an arena buffer. Its reader is not used: it trusts
 * length prefixes (five bytes make it allocate half a gigabyte) and builds a tree. The
 * reader here is a cursor that checks every length against the bytes left. After
 * wire_check() has accepted a message, a reader cannot run past its end.
 */
#ifndef KITH_COMMON_WIRE_WIRE_H
#define KITH_COMMON_WIRE_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/base/arena.h"

/* The nesting limit of arrays and maps in a message. */
#define WIRE_DEPTH_MAX 20

/* ---- writing ---- */
void wire_nil(struct buffer *out);
void wire_boolean(struct buffer *out, bool value);
void wire_integer(struct buffer *out, int64_t value);
void wire_double(struct buffer *out, double value);
void wire_string(struct buffer *out, const char *data, size_t size);
void wire_cstring(struct buffer *out, const char *string);
void wire_binary(struct buffer *out, const void *data, size_t size);
void wire_binary_head(struct buffer *out, size_t size); /* `size` bytes must follow */
void wire_array(struct buffer *out, size_t count);
void wire_map(struct buffer *out, size_t count);

/* Copies bytes that already are one or more msgpack values. */
void wire_raw(struct buffer *out, const void *data, size_t size);

/* An array or map whose count is only known at its end: begin, write, end. */
size_t wire_begin(struct buffer *out);
void wire_end_array(struct buffer *out, size_t begin, size_t count);
void wire_end_map(struct buffer *out, size_t begin, size_t count);

/* ---- reading ---- */
enum wire_type {
	WIRE_NIL,
	WIRE_BOOLEAN,
	WIRE_INTEGER,
	WIRE_DOUBLE,
	WIRE_STRING, /* .data, .size: UTF-8 in the message, without a NUL */
	WIRE_BINARY, /* .data, .size */
	WIRE_ARRAY,  /* .count values follow */
	WIRE_MAP,    /* .count pairs follow */
	WIRE_END,    /* nothing left */
	WIRE_BROKEN, /* malformed msgpack, or a type not listed here */
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

/* The next value; the elements of an array or map follow as separate values. */
struct wire_value wire_next(struct wire_reader *reader);

/* Skips one value with all its elements; returns its bytes, or NULL when it is
 * malformed. */
const uint8_t *wire_skip(struct wire_reader *reader, size_t *size);

/* A reader that stands before the value of a member of a map. Its next value is WIRE_END
 * when `data` is no map or has no such member. */
struct wire_reader
wire_find(const void *data, size_t size, const char *name, size_t name_size);

/*
 * Whether the bytes are exactly one value: no length beyond the message, at most
 * WIRE_DEPTH_MAX levels, unique string keys in maps, valid UTF-8 without NUL, no NaN, and
 * no bytes left over.
 */
bool wire_check(const void *data, size_t size);

/* Writes a value in canonical form, with the members of all maps sorted by key. The
 * message must have passed wire_check(); false when it is not one value. */
bool wire_sort(struct buffer *out, const void *data, size_t size);

#endif
