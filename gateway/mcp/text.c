/*
 * text.c - cleans texts of members and clients.
 */
#include "gateway/mcp/text.h"

#include <string.h>

#include "common/text/text.h"
#include "common/text/visible.h"
#include "common/text/wait.h"
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
	char *words = arena_alloc(arena, WAIT_WORDS_SIZE);

	wait_words(words, seconds);
	return words;
}
