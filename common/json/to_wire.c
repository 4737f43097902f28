/*
 * to_wire.c - converts a parsed tree to msgpack.
 *
 * The recursion is as deep as the tree, which json_parse() limits to JSON_DEPTH_MAX. JSON
 * does not distinguish 3 from 3.0, so an integral real becomes an integer, and the
 * validator sees only one kind of number.
 */
#include "common/json/json.h"
#include "common/wire/wire.h"

static void
put_array(struct buffer *out, const json_t *array)
{
	size_t count = json_array_size(array);

	wire_array(out, count);
	for (size_t i = 0; i < count; i++)
		json_to_wire(out, json_array_get(array, i));
}

/* jansson's iterators take a non-const object but do not change it. */
static void
put_object(struct buffer *out, const json_t *value)
{
	union {
		const json_t *constant;
		json_t *plain;
	} object = {.constant = value};

	wire_map(out, json_object_size(value));
	for (void *at = json_object_iter(object.plain); at != NULL;
		at = json_object_iter_next(object.plain, at)) {
		wire_string(out, json_object_iter_key(at), json_object_iter_key_len(at));
		json_to_wire(out, json_object_iter_value(at));
	}
}

/* Both bounds are powers of two, so they are exact as doubles. */
static void
put_real(struct buffer *out, double value)
{
	if (value >= -0x1p63 && value < 0x1p63 && (double)(int64_t)value == value)
		wire_integer(out, (int64_t)value);
	else
		wire_double(out, value);
}

void
json_to_wire(struct buffer *out, const json_t *value)
{
	switch (json_typeof(value)) {
	case JSON_OBJECT:
		put_object(out, value);
		break;
	case JSON_ARRAY:
		put_array(out, value);
		break;
	case JSON_STRING:
		wire_string(out, json_string_value(value), json_string_length(value));
		break;
	case JSON_INTEGER:
		wire_integer(out, json_integer_value(value));
		break;
	case JSON_REAL:
		put_real(out, json_real_value(value));
		break;
	case JSON_TRUE:
	case JSON_FALSE:
		wire_boolean(out, json_is_true(value));
		break;
	case JSON_NULL:
		wire_nil(out);
		break;
	}
}
