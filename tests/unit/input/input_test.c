// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <stdlib.h>

#include "common/base/id.h"
#include "tests/support/arena_scene.h"
#include "tests/unit/input/input_sample.h"

static void
fills_the_struct_from_every_field(void **state)
{
	const struct sample *in = sample_good(arena,
		"{\"title\":\"abc\",\"body\":\"\",\"kind\":\"b\",\"limit\":7,"
		"\"offset\":-3,\"mine\":true,\"at\":\"1970-01-01T00:00:01Z\","
		"\"tags\":[\"x\",\"y\"],\"kinds\":[\"c\"],"
		"\"links\":{\"web\":\"https://a.example\"},"
		"\"inner\":{\"word\":\"w\",\"flag\":false,\"slugs\":[\"abc\","
		"\"def\"]}}");

	(void)state;
	assert_string_equal(in->title.data, "abc");
	assert_int_equal(in->title.size, 3);
	assert_int_equal(in->body.presence, GIVEN);
	assert_int_equal(in->body.size, 0);
	assert_string_equal(in->kind.data, "b");
	assert_int_equal(in->limit.value, 7);
	assert_int_equal(in->offset.value, -3);
	assert_true(in->mine.value);
	assert_true(in->at.unix_us == 1000000);
	assert_int_equal(in->tags.count, 2);
	assert_string_equal(in->tags.items[1].data, "y");
	assert_string_equal(in->kinds.items[0].data, "c");
	assert_int_equal(in->links.count, 1);
	assert_string_equal(in->links.keys[0].data, "web");
	assert_string_equal(in->links.values[0].data, "https://a.example");
	assert_int_equal(in->inner.presence, GIVEN);
	assert_string_equal(in->inner.word.data, "w");
	assert_false(in->inner.flag.value);
	assert_string_equal(in->inner.slugs.items[1].data, "def");
}

static void
fills_in_defaults(void **state)
{
	const struct sample *in = sample_good(arena, "{\"title\":\"abc\"}");

	(void)state;
	assert_int_equal(in->limit.presence, GIVEN);
	assert_int_equal(in->limit.value, 25);
	assert_int_equal(in->mine.presence, GIVEN);
	assert_false(in->mine.value);
	assert_string_equal(in->color.data, "#88D1FF");
	assert_int_equal(in->inner.presence, GIVEN);
	assert_string_equal(in->inner.word.data, "hello");
	assert_true(in->inner.flag.value);
	assert_int_equal(in->inner.slugs.presence, GIVEN);
	assert_int_equal(in->inner.slugs.count, 0);
}

static void
leaves_what_is_absent_empty_but_never_null(void **state)
{
	const struct sample *in =
		sample_good(arena, "{\"title\":\"abc\",\"spare\":null}");

	(void)state;
	assert_int_equal(in->body.presence, ABSENT);
	assert_string_equal(in->body.data, "");
	assert_string_equal(in->kind.data, "");
	assert_int_equal(in->offset.presence, ABSENT);
	assert_int_equal(in->at.presence, ABSENT);
	assert_int_equal(in->post.presence, ABSENT);
	assert_int_equal(in->tags.presence, ABSENT);
	assert_int_equal(in->links.presence, ABSENT);
	assert_int_equal(in->spare.presence, GIVEN_NULL);
	assert_string_equal(in->spare.word.data, "");
	in = sample_good(arena, "{\"title\":\"abc\"}");
	assert_int_equal(in->spare.presence, ABSENT);
	assert_string_equal(in->spare.word.data, "");
	in = sample_good(arena, "{\"title\":\"abc\",\"slug\":\"\"}");
	assert_int_equal(in->slug.presence, GIVEN);
	assert_string_equal(in->slug.data, "");
}

static void
takes_nothing_for_an_empty_map(void **state)
{
	struct input_result result = input_decode(arena, &inner_record, NULL, 0);
	const struct inner *in = result.input;

	(void)state;
	assert_null(result.faults);
	assert_string_equal(in->word.data, "hello");
}

static void
reads_identifiers_of_their_kind_only(void **state)
{
	struct uuid uuid = id_new();
	char post[ID_TEXT_MAX], event[ID_TEXT_MAX];
	const struct sample *in;
	const struct fault *fault;

	(void)state;
	id_format(post, "post", &uuid);
	id_format(event, "evt", &uuid);
	in = sample_good(arena,
		arena_printf(arena,
			"{\"title\":\"abc\",\"post\":\"%s\",\"event\":\"%s\"}", post,
			event));
	assert_true(id_equal(&in->post.uuid, &uuid));
	assert_true(id_equal(&in->event.uuid, &uuid));
	fault = sample_fault(
		arena, arena_printf(arena, "{\"title\":\"abc\",\"post\":\"%s\"}", event));
	assert_string_equal(fault->pointer, "#/post");
	assert_int_equal(fault->code, FAULT_FORMAT);
	assert_non_null(strstr(fault->detail, "post must begin with post_; this is "));
	fault = sample_fault(arena, "{\"title\":\"abc\",\"post\":\"nonsense\"}");
	assert_string_equal(fault->detail, "post must be an id that begins with post_");
}

static void
says_which_record_cannot_exist(void **state)
{
	struct uuid uuid = id_new();
	char post[ID_TEXT_MAX];
	struct input_result result;

	(void)state;
	id_format(post, "post", &uuid);
	result = sample_decode(
		arena, arena_printf(arena, "{\"title\":\"abc\",\"event\":\"%s\"}", post));
	assert_null(result.faults);
	assert_int_equal(result.missing->missing, PROBLEM_EVENT_NOT_FOUND);
	assert_string_equal(result.missing_detail,
		arena_printf(arena, "this is %s", id_kind(post, strlen(post))));
	result = sample_decode(arena, "{\"title\":\"abc\",\"event\":\"\"}");
	assert_null(result.faults);
	assert_int_equal(result.missing->missing, PROBLEM_EVENT_NOT_FOUND);
	assert_null(result.missing_detail);
}

static void
takes_a_malformed_handle_for_one_that_nobody_has(void **state)
{
	static const char *const handles[] = {"", "a", "A b c", "-ab",
		"abcdefghijklmnopqrstuvwxyz0123456789", "\xc3\xa4\xc3\xa4\xc3\xa4"};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(handles); i++) {
		struct input_result result = sample_decode(arena,
			arena_printf(arena, "{\"title\":\"abc\",\"handle\":\"%s\"}",
				handles[i]));

		assert_null(result.faults);
		assert_non_null(result.missing);
		assert_int_equal(result.missing->missing, PROBLEM_MEMBER_NOT_FOUND);
	}
}

static void
tells_faults_beside_a_missing_record(void **state)
{
	struct input_result result =
		sample_decode(arena, "{\"event\":\"x\",\"handle\":\"!\",\"limit\":0}");

	(void)state;
	assert_string_equal(result.faults->pointer, "#/title");
	assert_string_equal(result.faults->next->pointer, "#/limit");
	assert_null(result.faults->next->next);
	assert_string_equal(result.missing->name, "event");
}

/* Bytes that are no msgpack must do no harm, whatever checked them before. */
static void
survives_every_changed_byte(void **state)
{
	static const char json[] =
		"{\"title\":\"abc\",\"limit\":7,\"at\":\"1970-01-01T00:00:01Z\","
		"\"post\":\"x\",\"tags\":[\"x\",\"y\"],"
		"\"links\":{\"web\":\"https://a.example\"},"
		"\"inner\":{\"word\":\"w\",\"flag\":false,\"slugs\":[\"abc\","
		"\"def\"]}}";
	struct buffer wire = {.arena = arena};
	const char *ignored = NULL;
	unsigned sound = 0;

	(void)state;
	json_to_wire(&wire, json_parse(arena, json, strlen(json), &ignored));
	for (size_t i = 0; i < wire.size; i++) {
		uint8_t kept = wire.data[i];

		for (unsigned value = 0; value < 256; value++) {
			struct arena *own = arena_new(4096);
			uint8_t *exact = malloc(wire.size);
			struct input_result result;

			memcpy(exact, wire.data, wire.size);
			exact[i] = (uint8_t)value;
			result = input_decode(own, &sample_record, exact, wire.size);
			sound += result.faults == NULL;
			free(exact);
			arena_free(own);
		}
		wire.data[i] = kept;
	}
	assert_in_range(sound, 1, wire.size * 255);
}

static void
binds_a_digest_to_all_but_the_page(void **state)
{
	static const char *const same[] = {"{\"title\":\"abc\"}",
		"{\"title\":\"abc\",\"limit\":3}", "{\"title\":\"abc\",\"cursor\":\"x\"}",
		"{\"mine\":false,\"title\":\"abc\"}", "{\"inner\":{},\"title\":\"abc\"}"};
	static const char *const others[] = {"{\"title\":\"abd\"}",
		"{\"title\":\"abc\",\"body\":\"\"}", "{\"title\":\"abc\",\"mine\":true}",
		"{\"title\":\"abc\",\"at\":null}", "{\"title\":\"abc\",\"offset\":0}",
		"{\"title\":\"abc\",\"tags\":[\"ab\"]}",
		"{\"title\":\"abc\",\"tags\":[\"a\",\"b\"]}",
		"{\"title\":\"abc\",\"body\":\"ab\",\"plain\":\"c\"}",
		"{\"title\":\"abc\",\"body\":\"a\",\"plain\":\"bc\"}",
		"{\"title\":\"abc\",\"links\":{\"a\":\"http://b\"}}",
		"{\"title\":\"abc\",\"links\":{\"b\":\"http://b\"}}",
		"{\"title\":\"abc\",\"kinds\":[]}",
		"{\"title\":\"abc\",\"inner\":{\"flag\":false}}",
		"{\"title\":\"abc\",\"spare\":{}}", "{\"title\":\"abc\",\"spare\":null}"};
	uint8_t digests[COUNT_OF(others) + 1][32];

	(void)state;
	for (size_t i = 0; i < COUNT_OF(same); i++) {
		uint8_t digest[32];

		input_digest(&sample_record, sample_good(arena, same[i]),
			i == 0 ? digests[0] : digest);
		if (i > 0)
			assert_memory_equal(digest, digests[0], 32);
	}
	for (size_t i = 0; i < COUNT_OF(others); i++) {
		input_digest(
			&sample_record, sample_good(arena, others[i]), digests[i + 1]);
		for (size_t j = 0; j <= i; j++)
			assert_memory_not_equal(digests[i + 1], digests[j], 32);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fills_the_struct_from_every_field),
		cmocka_unit_test(fills_in_defaults),
		cmocka_unit_test(leaves_what_is_absent_empty_but_never_null),
		cmocka_unit_test(takes_nothing_for_an_empty_map),
		cmocka_unit_test(reads_identifiers_of_their_kind_only),
		cmocka_unit_test(says_which_record_cannot_exist),
		cmocka_unit_test(takes_a_malformed_handle_for_one_that_nobody_has),
		cmocka_unit_test(tells_faults_beside_a_missing_record),
		cmocka_unit_test(survives_every_changed_byte),
		cmocka_unit_test(binds_a_digest_to_all_but_the_page),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
