/*
 * from_wire.c - converts msgpack to JSON in one pass, with a stack of counters and no
 * tree.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/json/json.h"
#include "common/json/write.h"
#include "common/wire/wire.h"

#define DOUBLE_TEXT_SIZE 32

/* An open array or map. */
struct frame {
	uint32_t left; /* elements or pairs not yet written */
	bool map, begun;
};

struct writer {
	struct buffer *out;
	struct wire_reader reader;
	struct frame frames[WIRE_DEPTH_MAX];
	size_t depth;
};

static void
put_character(struct buffer *out, uint8_t character)
{
	*json_write_room(out, 1) = character;
	out->size++;
}

/* The shortest text that parses as the same number; false for infinities and NaN. */
static bool
put_double(struct buffer *out, double value)
{
	char text[DOUBLE_TEXT_SIZE];

	if (!isfinite(value))
		return false;
	for (int digits = 15; digits <= 17; digits++) {
		snprintf(text, sizeof(text), "%.*g", digits, value);
		if (strtod(text, NULL) == value)
			break;
	}
	json_put_raw(out, text);
	return true;
}

static bool
open_container(struct writer *writer, const struct wire_value *value)
{
	bool map = value->type == WIRE_MAP;

	if (writer->depth == WIRE_DEPTH_MAX)
		return false;
	put_character(writer->out, map ? '{' : '[');
	writer->frames[writer->depth++] =
		(struct frame){.left = value->count, .map = map};
	return true;
}

/* Writes a scalar or opens a container; false for bytes, which JSON cannot represent. */
static bool
put_value(struct writer *writer, const struct wire_value *value)
{
	switch (value->type) {
	case WIRE_STRING:
		return json_write_string(writer->out, value->data, value->size);
	case WIRE_INTEGER:
		json_put_integer(writer->out, value->integer);
		return true;
	case WIRE_BOOLEAN:
		json_put_raw(writer->out, value->boolean ? "true" : "false");
		return true;
	case WIRE_NIL:
		json_put_raw(writer->out, "null");
		return true;
	case WIRE_DOUBLE:
		return put_double(writer->out, value->real);
	case WIRE_ARRAY:
	case WIRE_MAP:
		return open_container(writer, value);
	case WIRE_BINARY:
	case WIRE_END:
	case WIRE_BROKEN:
		break;
	}
	return false;
}

/* Closes all containers that are complete. */
static void
close_containers(struct writer *writer)
{
	while (writer->depth > 0 && writer->frames[writer->depth - 1].left == 0) {
		writer->depth--;
		put_character(writer->out, writer->frames[writer->depth].map ? '}' : ']');
	}
}

/* Writes what precedes an element: a comma, and the key in an object. */
static bool
put_lead(struct writer *writer)
{
	struct frame *frame = &writer->frames[writer->depth - 1];
	struct wire_value key;

	if (frame->begun)
		put_character(writer->out, ',');
	frame->begun = true;
	frame->left--;
	if (!frame->map)
		return true;
	key = wire_next(&writer->reader);
	if (key.type != WIRE_STRING ||
		!json_write_string(writer->out, key.data, key.size))
		return false;
	put_character(writer->out, ':');
	return true;
}

static bool
write_value(struct writer *writer)
{
	for (;;) {
		struct wire_value value = wire_next(&writer->reader);

		if (!put_value(writer, &value))
			return false;
		close_containers(writer);
		if (writer->depth == 0)
			return writer->reader.next == writer->reader.end;
		if (!put_lead(writer))
			return false;
	}
}

/* On failure the buffer keeps its previous content. */
bool
json_from_wire(struct buffer *out, const void *wire, size_t size)
{
	struct writer writer;
	size_t before = out->size;

	writer.out = out;
	writer.reader = wire_read(wire, size);
	writer.depth = 0;
	if (!write_value(&writer)) {
		out->size = before;
		return false;
	}
	return true;
}
