/*
 * add.c - builds JSON value by value.
 */
#include <string.h>

#include "common/json/json.h"

/* Writes a comma unless the value is the first, then the key. The last byte tells
 * which. */
static void
begin(struct buffer *out, const char *key)
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
json_add_open(struct buffer *out, const char *key, char bracket)
{
	begin(out, key);
	buffer_append(out, &bracket, 1);
}

void
json_add_close(struct buffer *out, char bracket)
{
	buffer_append(out, &bracket, 1);
}

void
json_add_text(struct buffer *out, const char *key, const char *value)
{
	begin(out, key);
	json_put_string(out, value, strlen(value));
}

void
json_add_integer(struct buffer *out, const char *key, int64_t value)
{
	begin(out, key);
	json_put_integer(out, value);
}

void
json_add_boolean(struct buffer *out, const char *key, bool value)
{
	json_add_raw(out, key, value ? "true" : "false");
}

void
json_add_key(struct buffer *out, const char *key)
{
	begin(out, key);
}

void
json_add_raw(struct buffer *out, const char *key, const char *json)
{
	begin(out, key);
	json_put_raw(out, json);
}
