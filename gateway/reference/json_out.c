#include "gateway/reference/json_out.h"

#include <string.h>

#include "common/json/json.h"

/* The comma, unless this is the first value, and the key. */
static void
begin_value(struct buffer *out, const char *key)
{
	uint8_t last = out->size > 0 ? out->data[out->size - 1] : '[';
	if (last != '{' && last != '[' && last != ':')
		json_put_raw(out, ",");
	if (key == NULL)
		return;
	json_put_string(out, key, strlen(key));
	json_put_raw(out, ":");
}

void
json_out_open(struct buffer *out, const char *key, char bracket)
{
	begin_value(out, key);
	buffer_append(out, &bracket, 1);
}

void
json_out_close(struct buffer *out, char bracket)
{
	buffer_append(out, &bracket, 1);
}

void
json_out_text(struct buffer *out, const char *key, const char *value)
{
	begin_value(out, key);
	json_put_string(out, value, strlen(value));
}

void
json_out_integer(struct buffer *out, const char *key, int64_t value)
{
	begin_value(out, key);
	json_put_integer(out, value);
}

void
json_out_boolean(struct buffer *out, const char *key, bool value)
{
	json_out_raw(out, key, value ? "true" : "false");
}

void
json_out_key(struct buffer *out, const char *key)
{
	begin_value(out, key);
}

void
json_out_raw(struct buffer *out, const char *key, const char *json)
{
	begin_value(out, key);
	json_put_raw(out, json);
}

/* A line's end and the indentation of the next line. */
static void
new_line(struct buffer *out, size_t depth)
{
	buffer_append(out, "\n", 1);
	for (size_t i = 0; i < depth; i++)
		buffer_append(out, "  ", 2);
}

/* The size of a string with its quotes. */
static size_t
string_size(const char *json, size_t size)
{
	size_t at = 1;
	while (at < size && json[at] != '"')
		at += json[at] == '\\' ? 2 : 1;
	return at + 1 < size ? at + 1 : size;
}

/* One structural byte, or one of a number or literal. */
static size_t
put_byte(struct buffer *out, const char *json, bool closes_next, size_t depth)
{
	switch (json[0]) {
	case '{':
	case '[':
		buffer_append(out, json, 1);
		if (!closes_next)
			new_line(out, ++depth);
		else
			depth++;
		return depth;
	case '}':
	case ']':
		buffer_append(out, json, 1);
		return depth;
	case ',':
		buffer_append(out, ",", 1);
		new_line(out, depth);
		return depth;
	case ':':
		buffer_append(out, ": ", 2);
		return depth;
	default:
		buffer_append(out, json, 1);
		return depth;
	}
}

void
json_out_pretty(struct buffer *out, const void *json, size_t size)
{
	const char *text = json;
	size_t depth = 0;
	for (size_t at = 0; at < size;) {
		if (text[at] == '"') {
			size_t whole = string_size(text + at, size - at);
			buffer_append(out, text + at, whole);
			at += whole;
			continue;
		}
		bool closes = text[at] == '}' || text[at] == ']';
		bool empty = at > 0 && (text[at - 1] == '{' || text[at - 1] == '[');
		if (closes) {
			depth--;
			if (!empty)
				new_line(out, depth);
		}
		bool closes_next =
			at + 1 < size && (text[at + 1] == '}' || text[at + 1] == ']');
		depth = put_byte(out, text + at, closes_next, depth);
		at++;
	}
	buffer_append(out, "\n", 1);
}
