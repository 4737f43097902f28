/*
 * read.c - a cursor over msgpack that believes no length.
 *
 * Every read checks what it is about to take against what is left, and a container may not
 * announce more elements than there are bytes for them, so the work is bounded by the size
 * of the message and nothing is allocated.
 */
#include "common/wire/wire.h"

#include <string.h>

/* Nothing at all may come as NULL, to which not even zero can be added. */
struct wire_reader
wire_read(const void *data, size_t size)
{
	if (data == NULL)
		return (struct wire_reader){.next = NULL, .end = NULL};
	return (struct wire_reader){.next = data, .end = (const uint8_t *)data + size};
}

/* Ends the reading: a loop that does not look for WIRE_BROKEN meets WIRE_END next. */
static struct wire_value
broken(struct wire_reader *reader)
{
	reader->next = reader->end;
	return (struct wire_value){.type = WIRE_BROKEN};
}

/* Whether `size` more bytes are there. */
static bool
has(const struct wire_reader *reader, size_t size)
{
	return size <= (size_t)(reader->end - reader->next);
}

/* Takes a big-endian number of 1, 2, 4 or 8 bytes that are known to be there. */
static uint64_t
take_number(struct wire_reader *reader, size_t size)
{
	uint64_t number = 0;

	for (size_t i = 0; i < size; i++)
		number = number << 8 | *reader->next++;
	return number;
}

/* A string or bytes of a known length. */
static struct wire_value
take_bytes(struct wire_reader *reader, enum wire_type type, size_t size)
{
	struct wire_value value = {.type = type, .data = reader->next, .size = size};

	if (!has(reader, size))
		return broken(reader);
	reader->next += size;
	return value;
}

/* A string or bytes whose length stands before them. */
static struct wire_value
take_sized_bytes(struct wire_reader *reader, enum wire_type type, size_t width)
{
	if (!has(reader, width))
		return broken(reader);
	return take_bytes(reader, type, (size_t)take_number(reader, width));
}

/* An array or map: each element takes at least a byte, each pair two. */
static struct wire_value
take_container(struct wire_reader *reader, enum wire_type type, uint32_t count)
{
	size_t left = (size_t)(reader->end - reader->next);

	if (count > (type == WIRE_MAP ? left / 2 : left))
		return broken(reader);
	return (struct wire_value){.type = type, .count = count};
}

/* An array or map whose count stands before it. */
static struct wire_value
take_sized_container(struct wire_reader *reader, enum wire_type type, size_t width)
{
	if (!has(reader, width))
		return broken(reader);
	return take_container(reader, type, (uint32_t)take_number(reader, width));
}

/* An unsigned integer; what int64_t cannot hold is refused. */
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

/* A signed integer, its sign extended by hand from the width that it was sent in. */
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

/* A real of 4 or 8 bytes. */
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

/* The values of the markers 0xc0 to 0xdf; apart, so that the short forms stay cheap. */
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
	default: /* 0xc1 is never used, and the extension types have no use here */
		return broken(reader);
	}
}

/* The next value; the short forms, which are nearly all there are, come first. */
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

/* Counts the values that are still owed instead of recursing into them. */
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
