#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/json/json.h"
#include "common/wire/wire.h"
#include "tests/support/test.h"
#include "tests/unit/json/json_battery.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define MUTATIONS 20000
#define SEED 20261121

/* Parses the text from memory of exactly its size, so that a read past its end is
 * found. */
static json_t *
parse_exact(struct arena *arena, const char *text, size_t size, const char **fault)
{
	char *exact = malloc(size + 1);
	json_t *value;

	memcpy(exact + 1, text, size);
	value = json_parse(arena, exact + 1, size, fault);
	free(exact);
	return value;
}

/* Expects a sentence that fits a problem's detail and names the position. */
static void
assert_sentence(const char *fault)
{
	assert_non_null(fault);
	assert_memory_equal(fault, "the body ", 9);
	assert_true(isalnum((unsigned char)fault[strlen(fault) - 1]));
	assert_null(strstr(fault, "jansson"));
}

TEST(refuses_every_bad_text_with_a_sentence)
{
	_Static_assert(COUNT(json_refused) >= 150, "the battery has shrunk");

	for (size_t i = 0; i < COUNT(json_refused); i++) {
		struct arena *arena = arena_new(1024);
		const char *fault = NULL;

		if (parse_exact(arena, json_refused[i].text, json_refused[i].size,
			    &fault) != NULL)
			fail_msg("accepted: %.60s", json_refused[i].text);
		assert_sentence(fault);
		arena_free(arena);
	}
}

/* Expects the same value after a conversion to msgpack and back. */
static void
assert_round_trip(struct arena *arena, const json_t *value)
{
	struct buffer wire = {.arena = arena}, text = {.arena = arena},
		      again = {.arena = arena};
	const char *fault = NULL;
	json_t *back;

	json_to_wire(&wire, value);
	assert_true(wire_check(wire.data, wire.size));
	assert_true(json_from_wire(&text, wire.data, wire.size));
	back = json_parse(arena, text.data, text.size, &fault);
	if (back == NULL)
		fail_msg("%s: %.*s", fault, (int)text.size, (const char *)text.data);
	/* Through msgpack, where 1.0 and 1 have become the same number. */
	json_to_wire(&again, back);
	assert_int_equal(again.size, wire.size);
	assert_memory_equal(again.data, wire.data, wire.size);
}

TEST(accepts_every_good_text_and_gives_it_back)
{
	_Static_assert(COUNT(json_accepted) >= 90, "the battery has shrunk");

	for (size_t i = 0; i < COUNT(json_accepted); i++) {
		struct arena *arena = arena_new(1024);
		const char *fault = NULL;
		json_t *value = parse_exact(
			arena, json_accepted[i].text, json_accepted[i].size, &fault);

		if (value == NULL)
			fail_msg("refused: %.60s: %s", json_accepted[i].text, fault);
		assert_null(fault);
		assert_round_trip(arena, value);
		arena_free(arena);
	}
}

TEST(refuses_every_truncation_of_an_object)
{
	const char *text =
		"{\"a\":[1,-2.5e3,\"\\u00e9\\ud83c\\udf89\",true,false,null],\"b\":{}}";
	struct arena *arena = arena_new(1024);
	const char *fault;

	for (size_t size = 0; size < strlen(text); size++)
		assert_null(parse_exact(arena, text, size, &fault));
	assert_non_null(parse_exact(arena, text, strlen(text), &fault));
	arena_free(arena);
}

/* Known attack: thousands of empty objects, each of which is allocated. */
TEST(takes_so_many_values)
{
	static const char *const texts[] = {
		"[1,2,3,4]", "[{},[]]", "{\"a\":{\"b\":[\"[,,,{{{,\"]}}", "[[[[]]]]"};
	struct arena *arena = arena_new(1024);
	const char *fault;

	for (size_t i = 0; i < COUNT(texts); i++) {
		const size_t size = strlen(texts[i]);

		assert_non_null(json_parse_bounded(arena, texts[i], size, 5, &fault));
		assert_null(json_parse_bounded(arena, texts[i], size, 3, &fault));
		assert_string_equal(fault, "the body has more than 3 values");
	}
	arena_free(arena);
}

TEST(says_what_is_wrong_and_where)
{
	static const struct {
		const char *text, *fault;
	} cases[] = {
		{"", "the body is empty where JSON is expected"},
		{"\"\xff\"", "the body is not valid UTF-8"},
		{"[[[[[[[[[[[[[[[[[", "the body nests deeper than 16 levels"},
		{"{\"a\":1,\"a\":2}",
			"the body is not valid JSON: a key occurs twice in one object "
			"at line 1, column 10"},
		{"[1,\n2",
			"the body is not valid JSON: it ends too early at line 2, column "
			"1"},
		{"[]\n[]",
			"the body is not valid JSON: there is text after the value at "
			"line 2, column 1"},
		{"{\"a\":\"\\u0000\"}",
			"the body is not valid JSON: a string contains NUL at line 1, "
			"column 13"},
		{"[9223372036854775808]",
			"the body is not valid JSON: a number is too large at line 1, "
			"column 20"},
		{"[1,x]",
			"the body is not valid JSON: there is a syntax error at line 1, "
			"column 4"},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct arena *arena = arena_new(1024);
		const char *fault = NULL;

		assert_null(
			json_parse(arena, cases[i].text, strlen(cases[i].text), &fault));
		assert_string_equal(fault, cases[i].fault);
		arena_free(arena);
	}
}

TEST(releases_the_tree_with_the_arena)
{
	struct arena *arena = arena_new(1024);
	const char *fault;
	json_t *value = json_parse(arena, "[1]", 3, &fault);

	json_incref(value);
	assert_int_equal(value->refcount, 2);
	arena_reset(arena);
	assert_int_equal(value->refcount, 1);
	json_decref(value);
	arena_free(arena);
}

TEST(makes_integers_of_whole_numbers)
{
	static const struct {
		const char *text;
		enum wire_type type;
		int64_t integer;
	} cases[] = {
		{"1.0", WIRE_INTEGER, 1},
		{"-0.0", WIRE_INTEGER, 0},
		{"1e2", WIRE_INTEGER, 100},
		{"-25e-1", WIRE_DOUBLE, 0},
		{"1.5", WIRE_DOUBLE, 0},
		{"-1e3", WIRE_INTEGER, -1000},
		{"9.2e18", WIRE_INTEGER, 9200000000000000000},
		{"9223372036854775808.0", WIRE_DOUBLE, 0},
		{"-9223372036854775808.0", WIRE_INTEGER, INT64_MIN},
		{"-9223372036854777856.0", WIRE_DOUBLE, 0},
		{"9223372036854775807", WIRE_INTEGER, INT64_MAX},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct arena *arena = arena_new(1024);
		struct buffer wire = {.arena = arena};
		struct wire_reader reader;
		struct wire_value value;
		const char *fault;

		json_to_wire(&wire,
			json_parse(arena, cases[i].text, strlen(cases[i].text), &fault));
		reader = wire_read(wire.data, wire.size);
		value = wire_next(&reader);
		assert_int_equal(value.type, cases[i].type);
		assert_true(value.integer == cases[i].integer);
		arena_free(arena);
	}
}

TEST(keeps_the_order_of_keys)
{
	const char *text = "{\"z\":1,\"a\":[true,null],\"m\":{\"y\":\"\",\"b\":-1}}";
	struct arena *arena = arena_new(1024);
	struct buffer wire = {.arena = arena}, out = {.arena = arena};
	const char *fault;

	json_to_wire(&wire, json_parse(arena, text, strlen(text), &fault));
	assert_true(json_from_wire(&out, wire.data, wire.size));
	assert_int_equal(out.size, strlen(text));
	assert_memory_equal(out.data, text, out.size);
	arena_free(arena);
}

/* A small random generator with the same sequence on every machine. */
static uint32_t
next_random(uint64_t *seed)
{
	*seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)(*seed >> 33);
}

/* Changes, removes or repeats a few bytes, within the capacity. */
static size_t
mutate(uint64_t *seed, char *text, size_t size, size_t capacity)
{
	static const char likely[] = "[]{}:,\"\\0123456789.eE+-untfabrlse /\xc3\xbc\xf0";

	for (uint32_t changes = 1 + next_random(seed) % 3; changes > 0 && size > 0;
		changes--) {
		size_t at = next_random(seed) % size;
		char byte = likely[next_random(seed) % (sizeof(likely) - 1)];

		switch (next_random(seed) % 4) {
		case 0:
			text[at] = byte;
			break;
		case 1:
			memmove(text + at, text + at + 1, size - at - 1);
			size--;
			break;
		case 2:
			if (size < capacity) {
				memmove(text + at + 1, text + at, size - at);
				text[at] = byte;
				size++;
			}
			break;
		default:
			text[at] = (char)next_random(seed);
			break;
		}
	}
	return size;
}

TEST(gives_back_whatever_it_accepts)
{
	struct arena *arena = arena_new(16384);
	unsigned accepted = 0;
	uint64_t seed = SEED;
	char text[1024];

	for (unsigned i = 0; i < MUTATIONS; i++) {
		const struct json_case *source =
			&json_accepted[next_random(&seed) % COUNT(json_accepted)];
		const char *fault = NULL;
		json_t *value;
		size_t size;

		assert_true(source->size <= sizeof(text) - 8);
		memcpy(text, source->text, source->size);
		size = mutate(&seed, text, source->size, sizeof(text));
		value = parse_exact(arena, text, size, &fault);
		if (value != NULL) {
			assert_round_trip(arena, value);
			accepted++;
		} else {
			assert_sentence(fault);
		}
		arena_reset(arena);
	}
	/* Both must be frequent, or the loop would prove nothing. */
	assert_in_range(accepted, MUTATIONS / 20, MUTATIONS * 19 / 20);
	arena_free(arena);
}
