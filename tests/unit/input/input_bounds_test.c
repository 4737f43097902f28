#include "common/wire/wire.h"
#include "tests/support/arena_scene.h"
#include "tests/support/test.h"
#include "tests/unit/input/input_sample.h"

#define SMILE "\xf0\x9f\x98\x80" /* one code point of four bytes */

/* {"title": "abc", <name>: <value>} */
static const char *
with(const char *name, const char *value)
{
	return arena_printf(arena, "{\"title\":\"abc\",\"%s\":%s}", name, value);
}

static void
assert_good(const char *name, const char *value)
{
	sample_good(arena, with(name, value));
}

static void
assert_fault(
	const char *name, const char *value, enum fault_code code, const char *detail)
{
	const struct fault *fault = sample_fault(arena, with(name, value));

	assert_string_equal(fault->pointer, arena_printf(arena, "#/%s", name));
	assert_string_equal(fault_codes[fault->code], fault_codes[code]);
	assert_string_equal(fault->detail, detail);
}

/* A JSON string of `count` copies of a piece. */
static const char *
repeated(const char *piece, size_t count)
{
	struct buffer out = {.arena = arena};

	buffer_append(&out, "\"", 1);
	for (size_t i = 0; i < count; i++)
		buffer_append(&out, piece, strlen(piece));
	buffer_append(&out, "\"", 2);
	return (const char *)out.data;
}

TEST(counts_the_characters_of_a_text)
{
	static const char *const pieces[] = {"x", "\xc3\xa4", "\xe2\x82\xac", SMILE};
	static const char wrong[] = "title must have 3 to 5 characters";

	for (size_t i = 0; i < COUNT_OF(pieces); i++) {
		for (size_t count = 0; count < 8; count++) {
			struct input_result result = sample_decode(arena,
				arena_printf(arena, "{\"title\":%s}",
					repeated(pieces[i], count)));

			if (count >= 3 && count <= 5) {
				const struct sample *in = result.input;

				assert_null(result.faults);
				assert_int_equal(in->title.presence, GIVEN);
				assert_int_equal(
					in->title.size, count * strlen(pieces[i]));
				assert_int_equal(in->title.size, strlen(in->title.data));
				continue;
			}
			assert_non_null(result.faults);
			assert_int_equal(result.faults->code,
				count < 3 ? FAULT_TOO_SHORT : FAULT_TOO_LONG);
			assert_string_equal(result.faults->detail, wrong);
			assert_true(result.faults->has_min && result.faults->has_max);
			assert_int_equal(result.faults->min, 3);
			assert_int_equal(result.faults->max, 5);
		}
	}
}

TEST(lets_a_text_without_a_lower_bound_be_empty)
{
	assert_good("body", "\"\"");
	assert_good("body", "\"" SMILE SMILE SMILE SMILE "\"");
	assert_fault("body", repeated(SMILE, 5), FAULT_TOO_LONG,
		"body may have at most 4 characters");
}

TEST(bounds_a_text_that_names_no_bound)
{
	assert_good("plain", repeated("x", FIELD_MAX));
	assert_fault("plain", repeated("x", FIELD_MAX + 1), FAULT_TOO_LONG,
		"plain may have at most 400 characters");
}

TEST(trims_a_name_before_it_judges_its_length)
{
	static const char *const blank[] = {"\"\"", "\" \"", "\"\\t\\n\\u000b\"",
		"\"\\u00a0\\u3000\"", "\"\\u2003\\u200b\\u2060\\ufeff\"",
		"\"\\u2028\\u3164 \\u0085\\u1680\\u202f\\u205f\""};
	const struct sample *input;

	for (size_t i = 0; i < COUNT_OF(blank); i++) {
		assert_fault("name", blank[i], FAULT_TOO_SHORT,
			"name must have 1 to 4 characters");
	}
	input = sample_good(arena, with("name", "\" \\u2003a b" SMILE "\\u00a0\\n\""));
	assert_string_equal(input->name.data, "a b" SMILE);
	assert_int_equal(input->name.size, strlen("a b" SMILE));
	assert_fault("name", "\" abcde \"", FAULT_TOO_LONG,
		"name must have 1 to 4 characters");
	assert_good("plain", "\" \"");
}

TEST(checks_formats_after_lengths)
{
	assert_good("slug", "\"\"");
	assert_good("slug", "\"abc\"");
	assert_fault(
		"slug", "\"ab\"", FAULT_TOO_SHORT, "slug must have 3 to 40 characters");
	assert_fault("slug", "\"A b c\"", FAULT_PATTERN,
		"slug must be 3 to 40 lower-case letters, digits and hyphens, starting "
		"and ending with a letter or digit");
	assert_fault("slug", repeated("a", 41), FAULT_TOO_LONG,
		"slug must have 3 to 40 characters");
	assert_fault(
		"email", "\"\"", FAULT_TOO_SHORT, "email must have 3 to 200 characters");
	assert_fault("email", "\"nobody\"", FAULT_FORMAT,
		"email must be an e-mail address such as name@example.org");
	assert_fault("color", "\"red\"", FAULT_TOO_SHORT, "color must have 7 characters");
	assert_fault("color", "\"#88D1FG\"", FAULT_PATTERN,
		"color must be a color as # and six hex digits");
	assert_good("cursor", "\"anything at all\"");
	assert_fault("cursor", repeated("c", 401), FAULT_TOO_LONG,
		"cursor may have at most 400 characters");
}

TEST(takes_one_of_the_values_of_an_enum)
{
	static const char *const wrong[] = {
		"\"\"", "\"d\"", "\"A\"", "\"a \"", "\"ab\"", "\"a, b\""};

	assert_good("kind", "\"a\"");
	assert_good("kind", "\"c\"");
	for (size_t i = 0; i < COUNT_OF(wrong); i++)
		assert_fault("kind", wrong[i], FAULT_ENUM, "kind must be one of a, b, c");
}

TEST(bounds_integers)
{
	static const char wrong[] = "limit must be from 1 to 100";
	const struct fault *fault;

	assert_fault("limit", "0", FAULT_TOO_SMALL, wrong);
	assert_good("limit", "1");
	assert_good("limit", "100");
	assert_fault("limit", "101", FAULT_TOO_LARGE, wrong);
	assert_fault("limit", "-1", FAULT_TOO_SMALL, wrong);
	assert_fault("limit", "9223372036854775807", FAULT_TOO_LARGE, wrong);
	assert_fault("limit", "-9223372036854775808", FAULT_TOO_SMALL, wrong);
	assert_fault("offset", "-6", FAULT_TOO_SMALL, "offset must be from -5 to 5");
	assert_good("offset", "-5");
	assert_good("offset", "5");
	assert_fault("offset", "6", FAULT_TOO_LARGE, "offset must be from -5 to 5");
	fault = sample_fault(arena, with("limit", "101"));
	assert_true(fault->has_min && fault->has_max);
	assert_int_equal(fault->min, 1);
	assert_int_equal(fault->max, 100);
}

TEST(needs_no_upper_bound_of_an_integer)
{
	const struct fault *fault;

	assert_good("large", "0");
	assert_good("large", "9223372036854775807");
	assert_fault("large", "-1", FAULT_TOO_SMALL, "large must be at least 0");
	assert_fault("large", "1e300", FAULT_TOO_LARGE, "large is too large");
	fault = sample_fault(arena, with("large", "1e300"));
	assert_false(fault->has_min || fault->has_max);
}

TEST(takes_whole_doubles_as_integers)
{
	assert_int_equal(sample_good(arena, with("limit", "25.0"))->limit.value, 25);
	assert_int_equal(sample_good(arena, with("limit", "1e2"))->limit.value, 100);
	assert_int_equal(sample_good(arena, with("offset", "-0.0"))->offset.value, 0);
	assert_fault("limit", "25.5", FAULT_TYPE, "limit must be a whole number");
	assert_fault("limit", "1e300", FAULT_TOO_LARGE, "limit must be from 1 to 100");
	assert_fault("limit", "-1e300", FAULT_TOO_SMALL, "limit must be from 1 to 100");
	assert_fault("limit", "1e18", FAULT_TOO_LARGE, "limit must be from 1 to 100");
	assert_fault(
		"large", "9223372036854775808.0", FAULT_TOO_LARGE, "large is too large");
}

TEST(takes_times_with_an_offset)
{
	static const char wrong[] = "at must be a time such as 2026-11-21T09:36:00.000Z";

	assert_true(sample_good(arena, with("at", "\"1970-01-01T01:00:01+01:00\""))
			    ->at.unix_us == 1000000);
	assert_int_equal(sample_good(arena, with("at", "null"))->at.presence, GIVEN_NULL);
	assert_fault("at", "\"\"", FAULT_FORMAT, wrong);
	assert_fault("at", "\"tomorrow\"", FAULT_FORMAT, wrong);
	assert_fault("at", "\"2026-02-30T00:00:00Z\"", FAULT_FORMAT, wrong);
	assert_fault("at", "0", FAULT_TYPE, "at must be a time as a string");
}

TEST(bounds_lists_and_their_items)
{
	const struct fault *fault;

	assert_fault("tags", "[]", FAULT_TOO_SHORT, "tags must hold at least 1 item");
	assert_good("tags", "[\"a\"]");
	assert_good("tags", "[\"" SMILE SMILE SMILE SMILE "\",\"b\",\"c\"]");
	assert_fault("tags", "[\"a\",\"b\",\"c\",\"d\"]", FAULT_TOO_MANY,
		"tags may hold at most 3 items");
	fault = sample_fault(arena, with("tags", JSON(["a", "", "c"])));
	assert_string_equal(fault->pointer, "#/tags/1");
	assert_int_equal(fault->code, FAULT_TOO_SHORT);
	assert_string_equal(fault->detail, "tags[1] must have 1 to 4 characters");
	fault = sample_fault(arena, with("tags", JSON(["a", "b", "12345"])));
	assert_string_equal(fault->pointer, "#/tags/2");
	assert_int_equal(fault->code, FAULT_TOO_LONG);
	fault = sample_fault(arena, with("tags", "[1]"));
	assert_string_equal(fault->detail, "tags[0] must be a string");
	fault = sample_fault(arena, with("tags", "[null]"));
	assert_string_equal(fault->detail, "tags[0] must not be null");
	fault = sample_fault(arena, with("kinds", JSON(["a", "x"])));
	assert_string_equal(fault->pointer, "#/kinds/1");
	assert_string_equal(fault->detail, "kinds[1] must be one of a, b, c");
}

TEST(bounds_maps_and_their_names)
{
	const struct fault *fault;
	const char *longest = repeated(SMILE, 40), *longer = repeated(SMILE, 41);

	assert_good("links", "{}");
	assert_good("links", "{\"a\":\"https://a.b\",\"b\":\"http://c\"}");
	assert_fault("links",
		"{\"a\":\"http://a\",\"b\":\"http://b\",\"c\":\"http://c\"}",
		FAULT_TOO_MANY, "links may hold at most 2 entries");
	assert_good("links", arena_printf(arena, "{%s:\"http://a\"}", longest));
	fault = sample_fault(
		arena, with("links", arena_printf(arena, "{%s:\"http://a\"}", longer)));
	assert_int_equal(fault->code, FAULT_TOO_LONG);
	assert_int_equal(fault->max, 40);
	fault = sample_fault(arena, with("links", JSON({"": "http://a"})));
	assert_int_equal(fault->code, FAULT_TOO_SHORT);
	assert_string_equal(fault->pointer, "#/links/");
	fault = sample_fault(arena, with("links", JSON({"a/b~c": "nothing"})));
	assert_string_equal(fault->pointer, "#/links/a~1b~0c");
	assert_string_equal(
		fault->detail, "links.a/b~c must be an absolute http or https URL");
	fault = sample_fault(arena, with("links", JSON({"a": 1})));
	assert_string_equal(fault->pointer, "#/links/a");
	assert_string_equal(fault->detail, "links.a must be a string");
}

TEST(holds_the_names_of_entries_to_the_rules_of_short_texts)
{
	static const char *const hidden[] = {" ", "\u2800", "\u3164", "\u0301"};
	const struct fault *fault;

	assert_string_equal(sample_good(arena, with("links", "{\" a \":\"http://a\"}"))
				    ->links.keys[0]
				    .data,
		"a");
	for (size_t i = 0; i < COUNT_OF(hidden); i++) {
		fault = sample_fault(arena,
			with("links",
				arena_printf(arena, "{\"%s\":\"http://a\"}", hidden[i])));
		assert_int_equal(fault->code, FAULT_TOO_SHORT);
	}
	fault = sample_fault(arena, with("links", "{\"a\\nb\":\"http://a\"}"));
	assert_int_equal(fault->code, FAULT_FORMAT);
	fault = sample_fault(
		arena, with("links", "{\"a\":\"http://a\",\" a\":\"http://b\"}"));
	assert_int_equal(fault->code, FAULT_CONFLICT);
	assert_string_equal(fault->detail, "links. a is also the name of another entry");
}

TEST(refuses_texts_that_show_nothing)
{
	const struct fault *fault;

	assert_good("name", "\"\u592a\"");
	assert_good("name", "\"e\u0301\"");
	assert_fault("name", "\"\u2800\"", FAULT_TOO_SHORT,
		"name must have 1 to 4 characters, some of which can be seen");
	assert_fault("name", "\"\u0301\"", FAULT_TOO_SHORT,
		"name must have 1 to 4 characters, some of which can be seen");
	assert_int_equal(sample_fault(arena, "{\"title\":\"\u200d\u3164\u200d\"}")->code,
		FAULT_TOO_SHORT);
	fault = sample_fault(arena, with("tags", "[\"\u2800\"]"));
	assert_string_equal(fault->pointer, "#/tags/0");
	assert_int_equal(fault->code, FAULT_TOO_SHORT);
	assert_good("body", "\"\u2800\"");
}

TEST(takes_addresses_beyond_ascii)
{
	assert_string_equal(
		sample_good(arena, with("links", "{\"a\":\"https://ü.de/ä\"}"))
			->links.values[0]
			.data,
		"https://xn--tda.de/%C3%A4");
	assert_string_equal(
		sample_good(arena, with("email", "\"max@müller.example\""))->email.data,
		"max@xn--mller-kva.example");
	assert_fault("email", "\"mäx@example.org\"", FAULT_FORMAT,
		"email must be an e-mail address such as name@example.org");
	assert_int_equal(
		sample_fault(arena, with("links", "{\"a\":\"https://ü.de/äääää\"}"))
			->code,
		FAULT_TOO_LONG);
}

TEST(refuses_every_other_type)
{
	static const struct {
		const char *field, *takes, *sentence;
	} fields[] = {
		{"body", "\"", "body must be a string"},
		{"kind", "\"", "kind must be a string"},
		{"limit", "1", "limit must be a whole number"},
		{"mine", "t", "mine must be true or false"},
		{"at", "\"", "at must be a time as a string"},
		{"post", "\"", "post must be an id as a string"},
		{"event", "\"", "event must be an id as a string"},
		{"handle", "\"", "handle must be a string"},
		{"tags", "[", "tags must be an array"},
		{"links", "{", "links must be an object"},
		{"inner", "{", "inner must be an object"},
	};
	static const char *const values[] = {
		"\"x\"", "12", "1.5", "true", JSON(["x"]), JSON({"x": "y"}), "[]", "{}"};

	for (size_t i = 0; i < COUNT_OF(fields); i++) {
		for (size_t j = 0; j < COUNT_OF(values); j++) {
			if (values[j][0] != fields[i].takes[0]) {
				assert_fault(fields[i].field, values[j], FAULT_TYPE,
					fields[i].sentence);
			}
		}
		if (strcmp(fields[i].field, "at") != 0) {
			assert_fault(fields[i].field, "null", FAULT_TYPE,
				arena_printf(
					arena, "%s must not be null", fields[i].field));
		}
	}
}

TEST(refuses_binary_where_a_string_belongs)
{
	struct buffer wire = {.arena = arena};
	struct input_result result;

	wire_map(&wire, 1);
	wire_cstring(&wire, "title");
	wire_binary(&wire, "abc", 3);
	result = input_decode(arena, &sample_record, wire.data, wire.size);
	assert_int_equal(result.faults->code, FAULT_TYPE);
	assert_string_equal(result.faults->detail, "title must be a string");
}
