/*
 * pretty.c - indents compact JSON for the committed documents.
 */
#include <string.h>

#include "common/json/json.h"

/* Ends the line and indents the next one. */
static void
new_line(struct buffer *out, size_t depth)
{
	buffer_append(out, "\n", 1);
	for (size_t i = 0; i < depth; i++)
		buffer_append(out, "  ", 2);
}

/* The size of a string including its quotes. */
static size_t
string_size(const char *json, size_t size)
{
	size_t at = 1;

	while (at < size && json[at] != '"')
		at += json[at] == '\\' ? 2 : 1;
	return at + 1 < size ? at + 1 : size;
}

static bool
is_one_of(char byte, const char *set)
{
	return byte != '\0' && strchr(set, byte) != NULL;
}

void
json_pretty(struct buffer *out, const void *json, size_t size)
{
	const char *text = json;
	size_t depth = 0;

	for (size_t at = 0; at < size; at++) {
		char byte = text[at];
		bool opens = is_one_of(byte, "{[");
		bool closes_next = at + 1 < size && is_one_of(text[at + 1], "}]");
		size_t whole = byte == '"' ? string_size(text + at, size - at) : 1;

		if (is_one_of(byte, "}]")) {
			depth--;
			if (!is_one_of(text[at - 1], "{["))
				new_line(out, depth);
		}
		buffer_append(out, text + at, whole);
		at += whole - 1;
		if (opens)
			depth++;
		if (byte == ',' || (opens && !closes_next))
			new_line(out, depth);
		if (byte == ':')
			buffer_append(out, " ", 1);
	}
	buffer_append(out, "\n", 1);
}
