#include <string.h>

#include "common/json/json.h"
#include "common/wire/wire.h"
#include "tests/support/test.h"

static struct arena *arena;

static void
open_arena(void)
{
	arena = arena_new(4096);
}

static void
close_arena(void)
{
	arena_free(arena);
}

const struct test_scene test_scene = {.before = open_arena, .after = close_arena};

/* A JSON value as msgpack, with its members in the given order. */
static struct buffer
written(const char *json)
{
	struct buffer out = {.arena = arena};
	const char *fault = NULL;
	const json_t *value = json_parse(arena, json, strlen(json), &fault);

	if (value == NULL)
		fail_msg("%s: %s", json, fault);
	json_to_wire(&out, value);
	return out;
}

/* The sorted message as JSON. */
static const char *
sorted(const char *json)
{
	struct buffer wire = written(json);
	struct buffer out = {.arena = arena}, text = {.arena = arena};

	assert_true(wire_sort(&out, wire.data, wire.size));
	assert_true(wire_check(out.data, out.size));
	assert_true(json_from_wire(&text, out.data, out.size));
	return arena_copy(arena, text.data, text.size);
}

TEST(writes_members_in_one_order_at_every_depth)
{
	static const char one[] = JSON(
		{"b": {"y": [{"q": 1, "p": 2}], "x": ""}, "a": null, "ab": -5, "": 0.5});
	static const char other[] = JSON(
		{"": 0.5, "ab": -5, "a": null, "b": {"x": "", "y": [{"p": 2, "q": 1}]}});
	static const char wanted[] =
		"{\"\":0.5,\"a\":null,\"ab\":-5,\"b\":{\"x\":\"\",\"y\":[{\"p\":2,"
		"\"q\":1}]}}";

	assert_string_equal(sorted(one), wanted);
	assert_string_equal(sorted(other), wanted);
}

TEST(leaves_the_order_of_lists_and_whatever_is_no_map)
{
	assert_string_equal(sorted("[3,1,2]"), "[3,1,2]");
	assert_string_equal(sorted("\"text\""), "\"text\"");
	assert_string_equal(sorted("{}"), "{}");
	assert_string_equal(sorted("[]"), "[]");
}

TEST(goes_as_deep_as_a_message_and_no_deeper)
{
	struct buffer deep = {.arena = arena}, out = {.arena = arena};

	for (int i = 0; i < WIRE_DEPTH_MAX; i++)
		wire_array(&deep, 1);
	wire_array(&deep, 0);
	assert_false(wire_check(deep.data, deep.size));
	assert_false(wire_sort(&out, deep.data, deep.size));
	out.size = 0;
	assert_true(wire_check(deep.data + 1, deep.size - 1));
	assert_true(wire_sort(&out, deep.data + 1, deep.size - 1));
	assert_memory_equal(out.data, deep.data + 1, deep.size - 1);
}

TEST(refuses_what_is_no_value)
{
	static const struct {
		const char *bytes;
		size_t size;
	} bad[] = {{"", 0}, {"\x81", 1}, {"\x81\xa1", 2},
		{"\x81\xa1"
		 "a",
			3},
		{"\x81\x01\x01", 3}, {"\x92\x01", 2}, {"\xc1", 1}, {"\x01\x01", 2}};

	for (size_t i = 0; i < COUNT_OF(bad); i++) {
		struct buffer out = {.arena = arena};

		assert_false(wire_sort(&out, bad[i].bytes, bad[i].size));
	}
}
