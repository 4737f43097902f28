#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/clock.h"
#include "common/json/json.h"
#include "common/wire/wire.h"
#include "tests/support/test.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define MESSAGE_BYTES (1024 * 1024)
#define TIME_MAX_MS 5000 /* generous: a quadratic check takes minutes */

struct sample {
	const char *bytes;
	size_t size;
};

#define BYTES(literal) \
	{ \
		(literal), sizeof(literal) - 1 \
	}

static const struct sample good[] = {
	BYTES("\xc0"),
	BYTES("\x80"),
	BYTES("\x90"),
	BYTES("\xa0"),
	BYTES("\x82\xa1"
	      "a\xc0\xa1"
	      "b\xc0"),
	BYTES("\x82\xa1"
	      "a\x81\xa1"
	      "a\xc0\xa1"
	      "b\x81\xa1"
	      "a\xc0"), /* the same key in different maps */
	BYTES("\x92\x81\xa1"
	      "a\xc0\x81\xa1"
	      "a\xc0"),
	BYTES("\x81\xa0\xc0"),
	BYTES("\xa2\xc3\xbc"),
	BYTES("\xc4\x02\x00\xff"), /* binary data */
	BYTES("\xa4\xf0\x9f\x8e\x89"),
	BYTES("\xcb\x7f\xf0\x00\x00\x00\x00\x00\x00"),
};

static const struct sample bad[] = {
	BYTES(""),
	BYTES("\xc0\xc0"),
	BYTES("\x80\x80"),
	BYTES("\x82\xa1"
	      "a\xc0\xa1"
	      "a\xc0"),
	BYTES("\x82\xa1"
	      "a\xc0\xd9\x01"
	      "a\xc0"), /* the same key in another encoding */
	BYTES("\x83\xa1"
	      "a\xc0\xa1"
	      "b\x81\xa1"
	      "a\xc0\xa1"
	      "a\xc0"),
	BYTES("\x91\x82\xa0\xc0\xa0\xc0"),
	BYTES("\x81\x01\xc0"),
	BYTES("\x81\xc0\xc0"),
	BYTES("\x81\x90\xc0"),
	BYTES("\x81\x80\xc0"),
	BYTES("\x81\xc4\x01k\xc0"),
	BYTES("\xa1\x00"),
	BYTES("\xa9plain no\x00"),
	BYTES("\xa9\x00 is there"),
	BYTES("\x81\xa1\x00\xc0"),
	BYTES("\xa1\xff"),
	BYTES("\xa1\x80"),
	BYTES("\xa2\xc3("),
	BYTES("\xa2\xc0\x80"),
	BYTES("\xa3\xed\xa0\x80"),
	BYTES("\xa4\xf4\x90\x80\x80"),
	BYTES("\xa2\xc3\xbc\xbc"),
	BYTES("\xa8"
	      "abcdefg\xe2"),
	BYTES("\x81\xa1\xff\xc0"),
	BYTES("\xcb\x7f\xf8\x00\x00\x00\x00\x00\x00"),
	BYTES("\xcb\xff\xf0\x00\x00\x00\x00\x00\x01"),
	BYTES("\xca\x7f\xc0\x00\x00"),
	BYTES("\x91\xc1"),
	BYTES("\x92\xc0"),
};

TEST(accepts_sound_messages)
{
	for (size_t i = 0; i < COUNT(good); i++) {
		if (!wire_check(good[i].bytes, good[i].size)) {
			fail_msg("refused number %zu", i);
		}
	}
}

TEST(refuses_unsound_messages)
{
	for (size_t i = 0; i < COUNT(bad); i++) {
		if (wire_check(bad[i].bytes, bad[i].size)) {
			fail_msg("accepted number %zu", i);
		}
	}
}

TEST(allows_twenty_levels_and_no_more)
{
	uint8_t arrays[WIRE_DEPTH_MAX + 2], maps[3 * (WIRE_DEPTH_MAX + 2)];
	size_t size = 0;

	memset(arrays, 0x91, sizeof(arrays));
	for (size_t depth = 1; depth <= WIRE_DEPTH_MAX + 1; depth++) {
		arrays[depth - 1] = 0x90;
		assert_int_equal(wire_check(arrays, depth), depth <= WIRE_DEPTH_MAX);
		arrays[depth - 1] = 0x91;
	}
	for (size_t depth = 1; depth <= WIRE_DEPTH_MAX + 1; depth++) {
		maps[size] = 0x80;
		assert_int_equal(wire_check(maps, size + 1), depth <= WIRE_DEPTH_MAX);
		memcpy(maps + size, "\x81\xa1k", 3);
		size += 3;
	}
}

TEST(does_not_recurse_into_hostile_nesting)
{
	uint8_t *bytes = malloc(MESSAGE_BYTES);
	struct wire_reader reader;
	size_t size;

	memset(bytes, 0x91, MESSAGE_BYTES);
	bytes[MESSAGE_BYTES - 1] = 0xc0;
	assert_false(wire_check(bytes, MESSAGE_BYTES));
	reader = wire_read(bytes, MESSAGE_BYTES);
	assert_ptr_equal(wire_skip(&reader, &size), bytes);
	assert_int_equal(size, MESSAGE_BYTES);
	free(bytes);
}

/* A map of `count` keys whose last one repeats the key at `repeated`, unless that is the
 * last itself. */
static bool
check_map(unsigned count, unsigned repeated)
{
	struct arena *arena = arena_new(4096);
	struct buffer out = {.arena = arena};
	bool valid;

	wire_map(&out, count);
	for (unsigned i = 0; i < count; i++) {
		char key[16];

		snprintf(key, sizeof(key), "key %u", i == count - 1 ? repeated : i);
		wire_cstring(&out, key);
		wire_integer(&out, i);
	}
	valid = wire_check(out.data, out.size);
	arena_free(arena);
	return valid;
}

TEST(finds_a_repeated_key_in_maps_of_every_size)
{
	static const unsigned counts[] = {
		2, 3, 15, 16, 31, 32, 33, 64, 127, 128, 129, 500, 5000};

	for (size_t i = 0; i < COUNT(counts); i++) {
		unsigned count = counts[i];

		assert_true(check_map(count, count - 1));
		assert_false(check_map(count, 0));
		assert_false(check_map(count, count / 2 - (count == 2)));
		assert_false(check_map(count, count - 2));
	}
}

TEST(vets_a_megabyte_of_keys_in_time)
{
	struct arena *arena = arena_new(4096);
	struct buffer out = {.arena = arena};
	int64_t begin_ms = clock_monotonic_ms();
	size_t map = wire_begin(&out);
	unsigned count = 0;

	while (out.size < MESSAGE_BYTES) {
		char key[16];

		snprintf(key, sizeof(key), "%07u", count++);
		wire_cstring(&out, key);
		wire_nil(&out);
	}
	wire_end_map(&out, map, count);
	assert_true(wire_check(out.data, out.size));
	assert_true(clock_monotonic_ms() - begin_ms < TIME_MAX_MS);
	arena_free(arena);
}

TEST(vets_a_megabyte_of_small_maps_in_time)
{
	struct arena *arena = arena_new(4096);
	struct buffer out = {.arena = arena};
	int64_t begin_ms = clock_monotonic_ms();
	size_t array = wire_begin(&out);
	unsigned count = 0;

	for (; out.size < MESSAGE_BYTES; count++) {
		wire_map(&out, 32);
		for (char i = 0; i < 32; i++) {
			wire_string(
				&out, (const char[]){'k', (char)('A' + i), 'k', 'k'}, 4);
			wire_nil(&out);
		}
	}
	wire_end_array(&out, array, count);
	assert_true(wire_check(out.data, out.size));
	assert_true(clock_monotonic_ms() - begin_ms < TIME_MAX_MS);
	arena_free(arena);
}

/* A message with every kind of value in it. */
static void
write_sample(struct buffer *out)
{
	wire_map(out, 9);
	wire_cstring(out, "id");
	wire_cstring(out, "post_01h455vb4pex5vsknk084sn02q");
	wire_cstring(out, "title");
	wire_cstring(out,
		"Ein \xc3\xbc und ein \xf0\x9f\x8e\x89 in einem Titel,"
		" der lang genug ist");
	wire_cstring(out, "numbers");
	wire_array(out, 6);
	wire_integer(out, 5);
	wire_integer(out, 200);
	wire_integer(out, -30000);
	wire_integer(out, 70000);
	wire_integer(out, INT64_MIN);
	wire_double(out, 2.5);
	wire_cstring(out, "nothing");
	wire_nil(out);
	wire_cstring(out, "flag");
	wire_boolean(out, true);
	wire_cstring(out, "bytes");
	wire_binary(out, "\x00\xff", 2);
	wire_cstring(out, "empty");
	wire_map(out, 0);
	wire_cstring(out, "nested");
	wire_end_array(out, wire_begin(out), 0);
	wire_cstring(out, "more");
	wire_map(out, 1);
	wire_cstring(out, "a");
	wire_array(out, 1);
	wire_map(out, 1);
	wire_cstring(out, "b");
	wire_cstring(out, "c");
}

/* Reads the bytes with every function; a message that passed the check must not break. */
static void
go_through(const uint8_t *bytes, size_t size)
{
	struct arena *arena = arena_new(1024);
	struct buffer json = {.arena = arena};
	struct wire_reader reader = wire_read(bytes, size);
	bool sound = wire_check(bytes, size);
	struct wire_value value;
	size_t skipped;

	do {
		value = wire_next(&reader);
		assert_false(sound && value.type == WIRE_BROKEN);
	} while (value.type != WIRE_END);
	reader = wire_read(bytes, size);
	if (wire_skip(&reader, &skipped) != NULL) {
		assert_true(skipped <= size);
	}
	assert_false(sound && skipped != size);
	json_from_wire(&json, bytes, size);
	arena_free(arena);
}

TEST(refuses_every_truncation)
{
	struct arena *arena = arena_new(1024);
	struct buffer out = {.arena = arena};

	write_sample(&out);
	assert_true(wire_check(out.data, out.size));
	for (size_t size = 0; size < out.size; size++) {
		uint8_t *exact = malloc(size + 1);

		/* One byte off the start of the block, so that its end is the message's
		 * end. */
		memcpy(exact + 1, out.data, size);
		assert_false(wire_check(exact + 1, size));
		go_through(exact + 1, size);
		free(exact);
	}
	arena_free(arena);
}

TEST(survives_every_mutation_of_a_byte)
{
	struct arena *arena = arena_new(1024);
	struct buffer out = {.arena = arena};
	uint8_t *bytes;

	write_sample(&out);
	bytes = malloc(out.size);
	for (size_t at = 0; at < out.size; at++) {
		memcpy(bytes, out.data, out.size);
		for (unsigned byte = 0; byte < 256; byte++) {
			bytes[at] = (uint8_t)byte;
			go_through(bytes, out.size);
		}
	}
	free(bytes);
	arena_free(arena);
}
