#include <stdlib.h>

#include "common/base/id.h"
#include "tests/support/arena_scene.h"
#include "tests/support/test.h"
#include "tests/unit/input/input_sample.h"

TEST(fills_the_struct_from_every_field)
{
	const struct sample *in = sample_good(arena, JSON({
		"title": "abc",
		"body": "",
		"kind": "b",
		"limit": 7,
		"offset": -3,
		"mine": true,
		"at": "1970-01-01T00:00:01Z",
		"tags": ["x", "y"],
		"kinds": ["c"],
		"links": {"web": "https://a.example"},
		"inner": {"word": "w", "flag": false, "slugs": ["abc", "def"]}
	}));

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

TEST(fills_in_defaults)
{
	const struct sample *in = sample_good(arena, JSON({"title": "abc"}));

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

TEST(leaves_what_is_absent_empty_but_never_null)
{
	const struct sample *in =
		sample_good(arena, JSON({"title": "abc", "spare": null}));

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
	in = sample_good(arena, JSON({"title": "abc"}));
	assert_int_equal(in->spare.presence, ABSENT);
	assert_string_equal(in->spare.word.data, "");
	in = sample_good(arena, JSON({"title": "abc", "slug": ""}));
	assert_int_equal(in->slug.presence, GIVEN);
	assert_string_equal(in->slug.data, "");
}

TEST(takes_nothing_for_an_empty_map)
{
	struct input_result result = input_decode(arena, &inner_record, NULL, 0);
	const struct inner *in = result.input;

	assert_null(result.faults);
	assert_string_equal(in->word.data, "hello");
}

TEST(reads_identifiers_of_their_kind_only)
{
	struct uuid uuid = id_new();
	char post[ID_TEXT_MAX], event[ID_TEXT_MAX];
	const struct sample *in;
	const struct fault *fault;

	id_format(post, "post", &uuid);
	id_format(event, "evt", &uuid);
	in = sample_good(arena,
		arena_printf(arena, JSON({"title": "abc", "post": "%s", "event": "%s"}),
			post, event));
	assert_true(id_equal(&in->post.uuid, &uuid));
	assert_true(id_equal(&in->event.uuid, &uuid));
	fault = sample_fault(
		arena, arena_printf(arena, JSON({"title": "abc", "post": "%s"}), event));
	assert_string_equal(fault->pointer, "#/post");
	assert_int_equal(fault->code, FAULT_FORMAT);
	assert_non_null(strstr(fault->detail, "post must begin with post_; this is "));
	fault = sample_fault(arena, JSON({"title": "abc", "post": "nonsense"}));
	assert_string_equal(fault->detail, "post must be an id that begins with post_");
}

TEST(says_which_record_cannot_exist)
{
	struct uuid uuid = id_new();
	char post[ID_TEXT_MAX];
	struct input_result result;

	id_format(post, "post", &uuid);
	result = sample_decode(
		arena, arena_printf(arena, JSON({"title": "abc", "event": "%s"}), post));
	assert_null(result.faults);
	assert_int_equal(result.missing->missing, PROBLEM_EVENT_NOT_FOUND);
	assert_string_equal(result.missing_detail,
		arena_printf(arena, "this is %s", id_kind(post, strlen(post))));
	result = sample_decode(arena, JSON({"title": "abc", "event": ""}));
	assert_null(result.faults);
	assert_int_equal(result.missing->missing, PROBLEM_EVENT_NOT_FOUND);
	assert_null(result.missing_detail);
}

TEST(takes_a_malformed_handle_for_one_that_nobody_has)
{
	static const char *const handles[] = {"", "a", "A b c", "-ab",
		"abcdefghijklmnopqrstuvwxyz0123456789", "\xc3\xa4\xc3\xa4\xc3\xa4"};

	for (size_t i = 0; i < COUNT_OF(handles); i++) {
		struct input_result result = sample_decode(arena,
			arena_printf(arena, JSON({"title": "abc", "handle": "%s"}),
				handles[i]));

		assert_null(result.faults);
		assert_non_null(result.missing);
		assert_int_equal(result.missing->missing, PROBLEM_MEMBER_NOT_FOUND);
	}
}

TEST(tells_faults_beside_a_missing_record)
{
	struct input_result result =
		sample_decode(arena, JSON({"event": "x", "handle": "!", "limit": 0}));

	assert_string_equal(result.faults->pointer, "#/title");
	assert_string_equal(result.faults->next->pointer, "#/limit");
	assert_null(result.faults->next->next);
	assert_string_equal(result.missing->name, "event");
}

/* Bytes that are not msgpack must do no harm, whatever was checked before. */
TEST(survives_every_changed_byte)
{
	static const char json[] = JSON({
		"title": "abc",
		"limit": 7,
		"at": "1970-01-01T00:00:01Z",
		"post": "x",
		"tags": ["x", "y"],
		"links": {"web": "https://a.example"},
		"inner": {"word": "w", "flag": false, "slugs": ["abc", "def"]}
	});
	struct buffer wire = {.arena = arena};
	const char *ignored = NULL;
	unsigned sound = 0;

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

TEST(binds_a_digest_to_all_but_the_page)
{
	static const char *const same[] = {JSON({"title": "abc"}),
		JSON({"title": "abc", "limit": 3}), JSON({"title": "abc", "cursor": "x"}),
		JSON({"mine": false, "title": "abc"}),
		JSON({"inner": {}, "title": "abc"})};
	static const char *const others[] = {JSON({"title": "abd"}),
		JSON({"title": "abc", "body": ""}), JSON({"title": "abc", "mine": true}),
		JSON({"title": "abc", "at": null}), JSON({"title": "abc", "offset": 0}),
		JSON({"title": "abc", "tags": ["ab"]}),
		JSON({"title": "abc", "tags": ["a", "b"]}),
		JSON({"title": "abc", "body": "ab", "plain": "c"}),
		JSON({"title": "abc", "body": "a", "plain": "bc"}),
		JSON({"title": "abc", "links": {"a": "http://b"}}),
		JSON({"title": "abc", "links": {"b": "http://b"}}),
		JSON({"title": "abc", "kinds": []}),
		JSON({"title": "abc", "inner": {"flag": false}}),
		JSON({"title": "abc", "spare": {}}),
		JSON({"title": "abc", "spare": null})};
	uint8_t digests[COUNT_OF(others) + 1][32];

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
