#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/clock.h"
#include "common/json/json.h"
#include "common/wire/wire.h"
#include "tests/support/test.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Writes the string, NUL-terminated, from memory of exactly its size. */
static char *
written(struct arena *arena, const char *data, size_t size)
{
	struct buffer out = {.arena = arena};
	char *exact = malloc(size + 1);

	memcpy(exact + 1, data, size);
	json_put_string(&out, exact + 1, size);
	free(exact);
	return arena_copy(arena, out.data, out.size);
}

TEST(escapes_what_must_be_escaped)
{
	static const struct {
		const char *text, *json;
	} cases[] = {
		{"", "\"\""},
		{"plain", "\"plain\""},
		{"a\"b\\c/d", "\"a\\\"b\\\\c/d\""},
		{"\b\f\n\r\t", "\"\\b\\f\\n\\r\\t\""},
		{"\x01\x1f", "\"\\u0001\\u001f\""},
		{"\x7f<script>&'", "\"\x7f<script>&'\""},
		{"Z\xc3\xbcrich \xf0\x9f\x8e\x89", "\"Z\xc3\xbcrich \xf0\x9f\x8e\x89\""},
		{"a\xe2\x80\xa8 b\xe2\x80\xa9", "\"a\\u2028 b\\u2029\""},
		{"\xe2\x80\xa7\xe2\x80\xa8\xe2\x80\xaa",
			"\"\xe2\x80\xa7\\u2028\xe2\x80\xaa\""},
	};
	struct arena *arena = arena_new(4096);

	for (size_t i = 0; i < COUNT(cases); i++) {
		assert_string_equal(written(arena, cases[i].text, strlen(cases[i].text)),
			cases[i].json);
	}
	assert_string_equal(written(arena, "a\0b", 3), "\"a\\u0000b\"");
	arena_free(arena);
}

TEST(repairs_what_is_not_utf8)
{
	static const struct {
		const char *text, *json;
	} cases[] = {
		{"\xff", "\"\xef\xbf\xbd\""},
		{"a\xc3", "\"a\xef\xbf\xbd\""},
		{"\xc3\xbc\xff\xc3\xbc", "\"\xc3\xbc\xef\xbf\xbd\xc3\xbc\""},
		{"\xed\xa0\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""},
		{"\xf0\x9f\x8e", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""},
		{"\xf0\xe2\x80\xa8", "\"\xef\xbf\xbd\\u2028\""},
	};
	struct arena *arena = arena_new(4096);

	for (size_t i = 0; i < COUNT(cases); i++) {
		assert_string_equal(written(arena, cases[i].text, strlen(cases[i].text)),
			cases[i].json);
	}
	arena_free(arena);
}

/* The fast path handles four, eight and sixteen bytes at once. Every length, and every
 * byte value at every position, must be read back by jansson unchanged. */
TEST(escapes_every_byte_at_every_place)
{
	struct arena *arena = arena_new(16384);
	char text[36];

	for (size_t size = 1; size < sizeof(text); size += 1 + size / 12) {
		for (size_t at = 0; at < size; at++) {
			for (int byte = 1; byte < 0x80; byte++) {
				json_t *back;
				char *json;

				memset(text, 'x', size);
				text[at] = (char)byte;
				json = written(arena, text, size);
				back = json_loads(json, JSON_DECODE_ANY, NULL);
				assert_non_null(back);
				assert_int_equal(json_string_length(back), size);
				assert_memory_equal(json_string_value(back), text, size);
				json_decref(back);
				arena_reset(arena);
			}
		}
	}
	arena_free(arena);
}

/* The message as JSON; NULL after a failure, which must leave the buffer unchanged. */
static char *
json_of(struct arena *arena, const struct buffer *wire)
{
	struct buffer out = {.arena = arena};

	json_put_raw(&out, "before");
	if (!json_from_wire(&out, wire->data, wire->size)) {
		assert_int_equal(out.size, 6);
		return NULL;
	}
	return arena_copy(arena, out.data + 6, out.size - 6);
}

TEST(writes_every_kind_of_value)
{
	struct arena *arena = arena_new(4096);
	struct buffer wire = {.arena = arena};

	wire_map(&wire, 4);
	wire_cstring(&wire, "a");
	wire_array(&wire, 5);
	wire_nil(&wire);
	wire_boolean(&wire, true);
	wire_boolean(&wire, false);
	wire_integer(&wire, INT64_MIN);
	wire_integer(&wire, INT64_MAX);
	wire_cstring(&wire, "b\n");
	wire_array(&wire, 0);
	wire_cstring(&wire, "c");
	wire_map(&wire, 0);
	wire_cstring(&wire, "d");
	wire_array(&wire, 3);
	wire_double(&wire, 0.1);
	wire_array(&wire, 1);
	wire_map(&wire, 1);
	wire_cstring(&wire, "");
	wire_cstring(&wire, "\"");
	wire_integer(&wire, 0);
	assert_string_equal(json_of(arena, &wire),
		"{\"a\":[null,true,false,-9223372036854775808,9223372036854775807],"
		"\"b\\n\":[],\"c\":{},\"d\":[0.1,[{\"\":\"\\\"\"}],0]}");
	arena_free(arena);
}

TEST(refuses_what_json_cannot_say)
{
	static const struct {
		const char *bytes;
		size_t size;
	} cases[] = {
		{"", 0},
		{"\xc4\x01x", 3},
		{"\x91\xc4\x00", 3},
		{"\xcb\x7f\xf8\x00\x00\x00\x00\x00\x00", 9}, /* NaN */
		{"\xcb\x7f\xf0\x00\x00\x00\x00\x00\x00", 9}, /* infinity */
		{"\xca\xff\x80\x00\x00", 5},
		{"\x81\x01\x01", 3},
		{"\x81\xc0\xc0", 3},
		{"\x81\x90\xc0", 3},
		{"\xc0\xc0", 2},
		{"\x92\xc0", 2},
		{"\x81\xa1x", 3},
		{"\x92\xa1", 2},
		{"\xc1", 1},
		{"\xd4\x01x", 3},
		{"\xa1\xff", 2},
		{"\xa2\xc3(", 3},
		{"\x81\xa1\xff\xc0", 4},
	};
	struct arena *arena = arena_new(4096);

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct buffer wire = {.arena = arena};

		buffer_append(&wire, cases[i].bytes, cases[i].size);
		assert_null(json_of(arena, &wire));
	}
	arena_free(arena);
}

TEST(refuses_to_nest_deeper_than_a_message_may)
{
	struct arena *arena = arena_new(4096);

	for (int depth = 1; depth <= WIRE_DEPTH_MAX + 1; depth++) {
		struct buffer wire = {.arena = arena};

		for (int i = 0; i < depth; i++)
			wire_array(&wire, i < depth - 1 ? 1 : 0);
		assert_int_equal(json_of(arena, &wire) != NULL, depth <= WIRE_DEPTH_MAX);
	}
	arena_free(arena);
}

TEST(writes_reals_that_read_back_the_same)
{
	struct arena *arena = arena_new(4096);
	uint64_t bits = 1;

	for (int i = 0; i < 20000; i++) {
		struct buffer wire = {.arena = arena};
		double value, back;
		char *json;

		bits = bits * UINT64_C(6364136223846793005) +
			UINT64_C(1442695040888963407);
		memcpy(&value, &bits, sizeof(value));
		wire_double(&wire, value);
		json = json_of(arena, &wire);
		assert_int_equal(json != NULL, isfinite(value) != 0);
		if (json != NULL) {
			back = strtod(json, NULL);
			assert_memory_equal(&back, &value, sizeof(value));
		}
		arena_reset(arena);
	}
	arena_free(arena);
}

TEST(writes_short_reals_short)
{
	static const struct {
		double value;
		const char *json;
	} cases[] = {{0.1, "0.1"}, {-2.5, "-2.5"}, {0.3, "0.3"},
		{0.1 + 0.2, "0.30000000000000004"}, {1e300, "1e+300"}, {100.0, "100"},
		{5e-324, "4.94065645841247e-324"}};
	struct arena *arena = arena_new(4096);

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct buffer wire = {.arena = arena};

		wire_double(&wire, cases[i].value);
		assert_string_equal(json_of(arena, &wire), cases[i].json);
	}
	arena_free(arena);
}

TEST(writes_integers_like_printf)
{
	static const int64_t numbers[] = {
		0, 7, 10, -1, -10, 99, 100, 12345678901234, INT64_MAX, INT64_MIN};
	struct arena *arena = arena_new(4096);

	for (size_t i = 0; i < COUNT(numbers); i++) {
		struct buffer out = {.arena = arena};

		json_put_integer(&out, numbers[i]);
		assert_string_equal(arena_copy(arena, out.data, out.size),
			arena_printf(arena, "%lld", (long long)numbers[i]));
	}
	arena_free(arena);
}

/* A page of 25 records, some ten kilobytes. */
static void
write_page(struct buffer *wire)
{
	wire_array(wire, 25);
	for (int i = 0; i < 25; i++) {
		wire_map(wire, 6);
		wire_cstring(wire, "id");
		wire_cstring(wire, "post_01h455vb4pex5vsknk084sn02q");
		wire_cstring(wire, "createdAt");
		wire_cstring(wire, "2026-11-21T09:36:00.000Z");
		wire_cstring(wire, "title");
		wire_cstring(wire, "Who has moved a running clinic to another building?");
		wire_cstring(wire, "body");
		wire_cstring(wire,
			"We have four weeks, one lift and no second autoclave. Happy to "
			"hear what you would do again, and what never again.");
		wire_cstring(wire, "tags");
		wire_array(wire, 2);
		wire_cstring(wire, "health");
		wire_cstring(wire, "operations");
		wire_cstring(wire, "replyCount");
		wire_integer(wire, i);
	}
}

/* The bound is ten times the measured time, for a busy machine. A tree or a loop over
 * single bytes under the sanitizer would still meet it. */
TEST(writes_a_page_within_a_blink)
{
	struct arena *arena = arena_new(65536), *page_arena = arena_new(65536);
	struct buffer wire = {.arena = page_arena};
	int64_t best_us = INT64_MAX;

	write_page(&wire);
	for (int round = 0; round < 200; round++) {
		struct buffer out = {.arena = arena};
		int64_t begin_us = clock_monotonic_us(), took_us;

		assert_true(json_from_wire(&out, wire.data, wire.size));
		took_us = clock_monotonic_us() - begin_us;
		best_us = took_us < best_us ? took_us : best_us;
		assert_in_range(out.size, 7000, 12000);
		arena_reset(arena);
	}
	assert_true(best_us < 200);
	arena_free(arena);
	arena_free(page_arena);
}
