/*
 * write.c - writes msgpack into an arena buffer, with msgpack-c's packers.
 */
#include "common/wire/wire.h"

#include <msgpack.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/log.h"

#define HEADER_SIZE 5 /* array 32 and map 32: a marker and four bytes of count */
#define MARKER_ARRAY 0xdd
#define MARKER_MAP 0xdf
#define MARKER_SHORT 0xa0 /* a string of at most 31 bytes: its length is in the marker */
#define SHORT_MAX ((size_t)31)

/* The packer's callback; an arena buffer cannot fail. */
static int
append(void *data, const char *piece, size_t size)
{
	buffer_append(data, piece, size);
	return 0;
}

static msgpack_packer
packer(struct buffer *out)
{
	msgpack_packer result;

	msgpack_packer_init(&result, out, append);
	return result;
}

/* msgpack counts have 32 bits; a larger count would silently be truncated. */
static size_t
checked(size_t count)
{
	if (count > UINT32_MAX) {
		log_error("message_overflow", LOG_INT("count", INT64_MAX));
		abort();
	}
	return count;
}

void
wire_nil(struct buffer *out)
{
	msgpack_packer to = packer(out);

	msgpack_pack_nil(&to);
}

void
wire_boolean(struct buffer *out, bool value)
{
	msgpack_packer to = packer(out);

	if (value)
		msgpack_pack_true(&to);
	else
		msgpack_pack_false(&to);
}

/* Uses the shortest encoding. */
void
wire_integer(struct buffer *out, int64_t value)
{
	msgpack_packer to = packer(out);

	msgpack_pack_int64(&to, value);
}

void
wire_double(struct buffer *out, double value)
{
	msgpack_packer to = packer(out);

	msgpack_pack_double(&to, value);
}

/* `data` must be UTF-8 without NUL, or the receiver refuses it. Nearly all strings are
 * short; those need neither a packer nor its two callbacks. */
void
wire_string(struct buffer *out, const char *data, size_t size)
{
	msgpack_packer to;

	if (size <= SHORT_MAX) {
		uint8_t *at = buffer_reserve(out, 1 + size);

		*at = (uint8_t)(MARKER_SHORT | size);
		if (size > 0)
			memcpy(at + 1, data, size);
		out->size += 1 + size;
		return;
	}
	to = packer(out);
	msgpack_pack_str(&to, checked(size));
	msgpack_pack_str_body(&to, data, size);
}

void
wire_cstring(struct buffer *out, const char *string)
{
	wire_string(out, string, strlen(string));
}

void
wire_binary_head(struct buffer *out, size_t size)
{
	msgpack_packer to = packer(out);

	msgpack_pack_bin(&to, checked(size));
}

void
wire_binary(struct buffer *out, const void *data, size_t size)
{
	wire_binary_head(out, size);
	wire_raw(out, data, size);
}

void
wire_array(struct buffer *out, size_t count)
{
	msgpack_packer to = packer(out);

	msgpack_pack_array(&to, checked(count));
}

void
wire_map(struct buffer *out, size_t count)
{
	msgpack_packer to = packer(out);

	msgpack_pack_map(&to, checked(count));
}

void
wire_raw(struct buffer *out, const void *data, size_t size)
{
	buffer_append(out, data, size);
}

/* Reserves room for the widest header, so that the elements need not move. */
size_t
wire_begin(struct buffer *out)
{
	size_t begin = out->size;

	memset(buffer_reserve(out, HEADER_SIZE), 0, HEADER_SIZE);
	out->size += HEADER_SIZE;
	return begin;
}

/* Writes the header that wire_begin() reserved. */
static void
patch(struct buffer *out, size_t begin, uint8_t marker, size_t count)
{
	uint32_t number = (uint32_t)checked(count);
	uint8_t *header = out->data + begin;

	header[0] = marker;
	header[1] = (uint8_t)(number >> 24);
	header[2] = (uint8_t)(number >> 16);
	header[3] = (uint8_t)(number >> 8);
	header[4] = (uint8_t)number;
}

void
wire_end_array(struct buffer *out, size_t begin, size_t count)
{
	patch(out, begin, MARKER_ARRAY, count);
}

void
wire_end_map(struct buffer *out, size_t begin, size_t count)
{
	patch(out, begin, MARKER_MAP, count);
}
