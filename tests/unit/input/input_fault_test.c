#include "common/text/text.h"
#include "tests/support/arena_scene.h"
#include "tests/support/test.h"
#include "tests/unit/input/input_sample.h"

TEST(wants_what_is_required)
{
	const struct fault *fault = sample_fault(arena, "{}");

	assert_string_equal(fault->pointer, "#/title");
	assert_int_equal(fault->code, FAULT_REQUIRED);
	assert_string_equal(fault->detail, "title is required");
	fault = sample_fault(arena, JSON({"title": null}));
	assert_int_equal(fault->code, FAULT_TYPE);
	assert_string_equal(fault->detail, "title must not be null");
}

TEST(names_the_field_that_was_meant)
{
	static const struct {
		const char *key, *detail;
	} keys[] = {
		{"limt", "limt is not known here; did you mean limit?"},
		{"titel", "titel is not known here; did you mean title?"},
		{"Body", "Body is not known here; did you mean body?"},
		{"off_set", "off_set is not known here; did you mean offset?"},
		{"handlers", "handlers is not known here; did you mean handle?"},
		{"xyzzy", "xyzzy is not known here"},
		{"ax", "ax is not known here; did you mean at?"},
		{"zz", "zz is not known here"},
		{"", "an empty name is not known here"},
	};

	for (size_t i = 0; i < COUNT_OF(keys); i++) {
		const struct fault *fault = sample_fault(arena,
			arena_printf(
				arena, JSON({"title": "abc", "%s": 1}), keys[i].key));

		assert_int_equal(fault->code, FAULT_UNKNOWN_FIELD);
		assert_string_equal(
			fault->pointer, arena_printf(arena, "#/%s", keys[i].key));
		assert_string_equal(fault->detail, keys[i].detail);
	}
}

TEST(cuts_a_long_unknown_name_in_the_sentence)
{
	char key[1000];
	const struct fault *fault;

	for (size_t i = 0; i < sizeof(key) - 1; i += 3)
		memcpy(key + i, "\xe2\x82\xac", 3);
	key[sizeof(key) - 1] = '\0';
	fault = sample_fault(
		arena, arena_printf(arena, JSON({"title": "abc", "%s": 1}), key));
	assert_int_equal(strlen(fault->pointer), 2 + strlen(key));
	assert_int_equal(strlen(fault->detail), 78 + strlen(" is not known here"));
	assert_true(utf8_valid(fault->detail, strlen(fault->detail)));
}

TEST(passes_over_what_stands_in_the_place_of_a_text)
{
	static const struct {
		const char *json, *pointer;
	} cases[] = {
		{JSON({"title": "abc", "tags": [["far too long", 1], "x"]}), "#/tags/0"},
		{JSON({"title": "abc", "tags": ["x", {"y": [1]}, "z"]}), "#/tags/1"},
		{JSON({"title": "abc", "links": {"a": {"": 1, "c": 2}, "b": "http://b"}}),
			"#/links/a"},
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct fault *fault = sample_fault(arena, cases[i].json);

		assert_string_equal(fault->pointer, cases[i].pointer);
		assert_int_equal(fault->code, FAULT_TYPE);
	}
}

TEST(lists_faults_in_the_order_of_the_fields_and_unknown_keys_last)
{
	static const char *const expected[] = {"#/title", "#/limit", "#/tags/0",
		"#/tags/2", "#/inner/word", "#/inner/slugs/1", "#/limt", "#/inner/wort"};
	struct input_result result = sample_decode(arena, JSON({
		"limt": 3,
		"inner": {"wort": 1, "slugs": ["abc", "A"], "word": 5},
		"tags": ["", "x", ""],
		"limit": 0
	}));
	const struct fault *fault = result.faults;

	for (size_t i = 0; i < COUNT_OF(expected); i++) {
		assert_non_null(fault);
		assert_string_equal(fault->pointer, expected[i]);
		fault = fault->next;
	}
	assert_null(fault);
}

TEST(lists_a_bounded_number_of_faults)
{
	struct buffer json = {.arena = arena};
	struct input_result result;
	unsigned count = 0;

	buffer_append(&json, "{", 1);
	for (int i = 0; i < 5000; i++) {
		const char *pair = arena_printf(arena, "\"unknown%d\":%d,", i, i);

		buffer_append(&json, pair, strlen(pair));
	}
	buffer_append(&json, "\"title\":\"abc\"}", 15);
	result = sample_decode(arena, (const char *)json.data);
	for (const struct fault *fault = result.faults; fault != NULL;
		fault = fault->next)
		count++;
	assert_int_equal(count, 100);
}

TEST(names_the_place_within_an_object)
{
	const struct fault *fault = sample_fault(
		arena, JSON({"title": "abc", "inner": {"slugs": ["abc", "A b"]}}));

	assert_string_equal(fault->pointer, "#/inner/slugs/1");
	assert_int_equal(fault->code, FAULT_PATTERN);
	assert_memory_equal(fault->detail, "inner.slugs[1] must be ", 23);
}

TEST(refuses_an_input_that_is_no_map)
{
	static const struct {
		const char *wire;
		size_t size;
	} values[] = {
		{"\x90", 1},  /* an array */
		{"\xa1x", 2}, /* a string */
		{"\x01", 1},  /* a number */
		{"\xc0", 1},  /* nil */
		{"\xc3", 1},  /* true */
		{"\xc1", 1},  /* not msgpack */
		{"\xdf\xff\xff\xff\xff",
			5}, /* a map of more pairs than there are bytes */
	};

	for (size_t i = 0; i < COUNT_OF(values); i++) {
		struct input_result result = input_decode(
			arena, &sample_record, values[i].wire, values[i].size);

		assert_string_equal(result.faults->pointer, "#");
		assert_int_equal(result.faults->code, FAULT_TYPE);
		assert_string_equal(result.faults->detail, "the input must be an object");
		assert_null(result.faults->next);
	}
}
