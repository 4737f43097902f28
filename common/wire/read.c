/*
 * read.c - a cursor over msgpack that trusts no length.
 *
 * Every read checks its size against the bytes left. A container may not announce more
 * elements than there are bytes. So the size of the message bounds the work, and nothing
 * is allocated.
 */
#include "common/wire/wire.h"

#include <string.h>

/* An empty message may be NULL, and C does not even define NULL + 0. */
struct wire_reader
wire_read(const void *data, size_t size)
{
	if (data == NULL)
		return (struct wire_reader){.next = NULL, .end = NULL};
	return (struct wire_reader){.next = data, .end = (const uint8_t *)data + size};
}

/* Ends the reading, so that a loop that ignores WIRE_BROKEN gets WIRE_END next. */
static struct wire_value
broken(struct wire_reader *reader)
{
	reader->next = reader->end;
	return (struct wire_value){.type = WIRE_BROKEN};
}

static bool
has(const struct wire_reader *reader, size_t size)
{
	return size <= (size_t)(reader->end - reader->next);
}

/* Consumes a big-endian number of 1, 2, 4 or 8 bytes, which must be there. */
static uint64_t
take_number(struct wire_reader *reader, size_t size)
{
	uint64_t number = 0;

	for (size_t i = 0; i < size; i++)
		number = number << 8 | *reader->next++;
	return number;
}

/* Consumes a string or bytes of a known length. */
static struct wire_value
take_bytes(struct wire_reader *reader, enum wire_type type, size_t size)
{
	struct wire_value value = {.type = type, .data = reader->next, .size = size};

	if (!has(reader, size))
		return broken(reader);
	reader->next += size;
	return value;
}

/* Consumes a length and the string or bytes after it. */
static struct wire_value
take_sized_bytes(struct wire_reader *reader, enum wire_type type, size_t width)
{
	if (!has(reader, width))
		return broken(reader);
	return take_bytes(reader, type, (size_t)take_number(reader, width));
}

/* Begins an array or map. Each element needs at least one byte, each pair two. */
static struct wire_value
take_container(struct wire_reader *reader, enum wire_type type, uint32_t count)
{
	size_t left = (size_t)(reader->end - reader->next);

	if (count > (type == WIRE_MAP ? left / 2 : left))
		return broken(reader);
	return (struct wire_value){.type = type, .count = count};
}

/* Consumes a count and begins the array or map. */
static struct wire_value
take_sized_container(struct wire_reader *reader, enum wire_type type, size_t width)
{
	if (!has(reader, width))
		return broken(reader);
	return take_container(reader, type, (uint32_t)take_number(reader, width));
}

/* Consumes an unsigned integer; refuses values that int64_t cannot represent. */
static struct wire_value
take_unsigned(struct wire_reader *reader, size_t width)
{
	uint64_t number;

	if (!has(reader, width))
		return broken(reader);
	number = take_number(reader, width);
	if (number > INT64_MAX)
		return broken(reader);
	return (struct wire_value){.type = WIRE_INTEGER, .integer = (int64_t)number};
}

/* Consumes a signed integer and extends its sign from the given width. */
static struct wire_value
take_signed(struct wire_reader *reader, size_t width)
{
	uint64_t number, sign = UINT64_C(1) << (8 * width - 1);
	struct wire_value value = {.type = WIRE_INTEGER};

	if (!has(reader, width))
		return broken(reader);
	number = take_number(reader, width);
	number = (number ^ sign) - sign;
	memcpy(&value.integer, &number, sizeof(number));
	return value;
}

/* Consumes a real of 4 or 8 bytes. */
static struct wire_value
take_real(struct wire_reader *reader, size_t width)
{
	struct wire_value value = {.type = WIRE_DOUBLE};
	uint64_t bits;

	if (!has(reader, width))
		return broken(reader);
	bits = take_number(reader, width);
	if (width == 4) {
		uint32_t narrow_bits = (uint32_t)bits;
		float narrow;

		memcpy(&narrow, &narrow_bits, sizeof(narrow));
		value.real = (double)narrow;
	} else {
		memcpy(&value.real, &bits, sizeof(bits));
	}
	return value;
}

/* Reads the markers 0xc0 to 0xdf; a separate function keeps the short forms fast. */
__attribute__((noinline)) static struct wire_value
take_marked(struct wire_reader *reader, uint8_t marker)
{
	switch (marker) {
	case 0xc0:
		return (struct wire_value){.type = WIRE_NIL};
	case 0xc2:
	case 0xc3:
		return (struct wire_value){
			.type = WIRE_BOOLEAN, .boolean = marker == 0xc3};
	case 0xc4:
	case 0xc5:
	case 0xc6:
		return take_sized_bytes(
			reader, WIRE_BINARY, (size_t)1 << (marker - 0xc4));
	case 0xca:
	case 0xcb:
		return take_real(reader, (size_t)4 << (marker - 0xca));
	case 0xcc:
	case 0xcd:
	case 0xce:
	case 0xcf:
		return take_unsigned(reader, (size_t)1 << (marker - 0xcc));
	case 0xd0:
	case 0xd1:
	case 0xd2:
	case 0xd3:
		return take_signed(reader, (size_t)1 << (marker - 0xd0));
	case 0xd9:
	case 0xda:
	case 0xdb:
		return take_sized_bytes(
			reader, WIRE_STRING, (size_t)1 << (marker - 0xd9));
	case 0xdc:
	case 0xdd:
		return take_sized_container(
			reader, WIRE_ARRAY, (size_t)2 << (marker - 0xdc));
	case 0xde:
	case 0xdf:
		return take_sized_container(
			reader, WIRE_MAP, (size_t)2 << (marker - 0xde));
	default: /* 0xc1 is never used, and extension types are not supported */
		return broken(reader);
	}
}

/* The short forms come first, because nearly all values use them. */
struct wire_value
wire_next(struct wire_reader *reader)
{
	uint8_t marker;

	if (reader->next == reader->end)
		return (struct wire_value){.type = WIRE_END};
	marker = *reader->next++;
	if (marker < 0x80)
		return (struct wire_value){.type = WIRE_INTEGER, .integer = marker};
	if (marker >= 0xe0) {
		return (struct wire_value){
			.type = WIRE_INTEGER, .integer = marker - 0x100};
	}
	if (marker >= 0xc0)
		return take_marked(reader, marker);
	if (marker >= 0xa0)
		return take_bytes(reader, WIRE_STRING, marker & 0x1f);
	return take_container(
		reader, marker >= 0x90 ? WIRE_ARRAY : WIRE_MAP, marker & 0x0f);
}

/* Counts the values still to skip, which needs no recursion. */
const uint8_t *
wire_skip(struct wire_reader *reader, size_t *size)
{
	const uint8_t *begin = reader->next;
	uint64_t owed = 1;

	while (owed > 0) {
		struct wire_value value = wire_next(reader);

		if (value.type == WIRE_END || value.type == WIRE_BROKEN) {
			reader->next = reader->end;
			return NULL;
		}
		owed += value.type == WIRE_MAP ? 2 * (uint64_t)value.count : value.count;
		owed--;
	}
	*size = (size_t)(reader->next - begin);
	return begin;
}

struct wire_reader
wire_find(const void *data, size_t size, const char *name, size_t name_size)
{
	struct wire_reader reader = wire_read(data, size);
	const struct wire_value map = wire_next(&reader);

	for (uint32_t i = 0; map.type == WIRE_MAP && i < map.count; i++) {
		const struct wire_value key = wire_next(&reader);
		size_t skipped;

		if (key.type == WIRE_STRING && key.size == name_size &&
			memcmp(key.data, name, name_size) == 0)
			return reader;
		if (wire_skip(&reader, &skipped) == NULL)
			break;
	}
	return (struct wire_reader){.next = reader.end, .end = reader.end};
}
