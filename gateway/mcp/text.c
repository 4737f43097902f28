/*
 * text.c - cleans texts of members and clients.
 */
#include "gateway/mcp/text.h"

#include <string.h>

#include "common/text/text.h"
#include "common/text/visible.h"
#include "common/wire/wire.h"

#define EXCERPT_BYTES_MAX 100

/* Copies one msgpack token; strings without invisible characters. */
static bool
clean_value(struct buffer *out, const struct wire_value *value)
{
	switch (value->type) {
	case WIRE_NIL:
		wire_nil(out);
		return true;
	case WIRE_BOOLEAN:
		wire_boolean(out, value->boolean);
		return true;
	case WIRE_INTEGER:
		wire_integer(out, value->integer);
		return true;
	case WIRE_DOUBLE:
		wire_double(out, value->real);
		return true;
	case WIRE_STRING: {
		char *text = arena_alloc(out->arena, value->size + 1);
		size_t size = visible_strip(text, (const char *)value->data, value->size);

		wire_string(out, text, size);
		return true;
	}
	case WIRE_ARRAY:
		wire_array(out, value->count);
		return true;
	case WIRE_MAP:
		wire_map(out, value->count);
		return true;
	case WIRE_BINARY:
	case WIRE_END:
	case WIRE_BROKEN:
		return false;
	}
	return false;
}

/* Cleans the strings of a msgpack value. Tokens keep their order and counts, so nesting
 * needs no care. */
bool
mcp_text_clean(struct buffer *out, const void *wire, size_t size)
{
	struct wire_reader reader = wire_read(wire, size);

	if (size == 0)
		return false;
	while (reader.next < reader.end) {
		struct wire_value value = wire_next(&reader);

		if (!clean_value(out, &value))
			return false;
	}
	return true;
}

const char *
mcp_text_excerpt(struct arena *arena, const char *text)
{
	size_t size = strlen(text);

	if (!utf8_valid(text, size))
		return "?";
	if (size <= EXCERPT_BYTES_MAX)
		return text;
	size = EXCERPT_BYTES_MAX;
	while (size > 0 && ((unsigned char)text[size] & 0xC0U) == 0x80)
		size--;
	return arena_copy(arena, text, size);
}

const char *
mcp_text_wait(struct arena *arena, int64_t seconds)
{
	static const struct {
		int64_t from, seconds;
		const char *name;
	} units[] = {{7200, 3600, "hours"}, {120, 60, "minutes"}, {2, 1, "seconds"}};

	for (size_t i = 0; i < COUNT_OF(units); i++)
		if (seconds >= units[i].from)
			return arena_printf(arena, "%lld %s",
				(long long)((seconds + units[i].seconds - 1) /
					units[i].seconds),
				units[i].name);
	return "a second";
}
