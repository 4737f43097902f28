#include <float.h>
#include <math.h>
#include <msgpack.h>
#include <stdio.h>
#include <string.h>

#include "common/wire/wire.h"
#include "tests/support/test.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const int64_t integers[] = {0, 1, 127, 128, 255, 256, 65535, 65536, UINT32_MAX,
	(int64_t)UINT32_MAX + 1, INT64_MAX, -1, -32, -33, -128, -129, -32768, -32769,
	INT32_MIN, (int64_t)INT32_MIN - 1, INT64_MIN};

static const double reals[] = {
	0.0, -0.0, 1.5, -1.5, 0.1, DBL_MAX, DBL_MIN, 5e-324, 1e300};

/* Lengths on both sides of every change of the encoding. */
static const size_t sizes[] = {0, 1, 15, 16, 31, 32, 255, 256, 65535, 65536, 70000};

static char filler[70001];

static void
fill(void)
{
	memset(filler, 'f', sizeof(filler));
}

/* The value as msgpack-c reads it; the caller destroys the zone. */
static msgpack_object
unpack(const struct buffer *buffer, msgpack_zone *zone)
{
	msgpack_object object;
	size_t offset = 0;

	assert_int_equal(msgpack_unpack((const char *)buffer->data, buffer->size, &offset,
				 zone, &object),
		MSGPACK_UNPACK_SUCCESS);
	assert_int_equal(offset, buffer->size);
	return object;
}

TEST(writes_scalars_that_msgpack_c_reads)
{
	struct arena *arena = arena_new(1024);
	struct buffer out = {.arena = arena};
	msgpack_zone *zone = msgpack_zone_new(1024);
	msgpack_object read;

	wire_array(&out, COUNT(integers) + COUNT(reals) + 4);
	for (size_t i = 0; i < COUNT(integers); i++) {
		wire_integer(&out, integers[i]);
	}
	for (size_t i = 0; i < COUNT(reals); i++) {
		wire_double(&out, reals[i]);
	}
	wire_nil(&out);
	wire_boolean(&out, true);
	wire_boolean(&out, false);
	wire_cstring(&out, "Z\xc3\xbcrich");

	assert_true(wire_check(out.data, out.size));
	read = unpack(&out, zone);
	for (size_t i = 0; i < COUNT(integers); i++) {
		msgpack_object_type expected = integers[i] < 0
			? MSGPACK_OBJECT_NEGATIVE_INTEGER
			: MSGPACK_OBJECT_POSITIVE_INTEGER;

		assert_int_equal(read.via.array.ptr[i].type, expected);
		assert_true(read.via.array.ptr[i].via.i64 == integers[i]);
	}
	for (size_t i = 0; i < COUNT(reals); i++) {
		double real = read.via.array.ptr[COUNT(integers) + i].via.f64;

		assert_memory_equal(&real, &reals[i], sizeof(real));
	}
	read.via.array.ptr += COUNT(integers) + COUNT(reals);
	assert_int_equal(read.via.array.ptr[0].type, MSGPACK_OBJECT_NIL);
	assert_true(read.via.array.ptr[1].via.boolean);
	assert_int_equal(read.via.array.ptr[2].type, MSGPACK_OBJECT_BOOLEAN);
	assert_false(read.via.array.ptr[2].via.boolean);
	assert_int_equal(read.via.array.ptr[3].via.str.size, 7);
	assert_memory_equal(read.via.array.ptr[3].via.str.ptr, "Z\xc3\xbcrich", 7);
	msgpack_zone_free(zone);
	arena_free(arena);
}

TEST(writes_bytes_and_containers_that_msgpack_c_reads)
{
	for (size_t i = 0; i < COUNT(sizes); i++) {
		struct arena *arena = arena_new(1024);
		struct buffer out = {.arena = arena};
		msgpack_zone *zone = msgpack_zone_new(1024);
		msgpack_object read;

		wire_array(&out, 3);
		wire_string(&out, filler, sizes[i]);
		wire_binary(&out, filler, sizes[i]);
		wire_array(&out, sizes[i]);
		for (size_t j = 0; j < sizes[i]; j++) {
			wire_nil(&out);
		}
		assert_true(wire_check(out.data, out.size));
		read = unpack(&out, zone);
		assert_int_equal(read.via.array.ptr[0].type, MSGPACK_OBJECT_STR);
		assert_int_equal(read.via.array.ptr[0].via.str.size, sizes[i]);
		assert_int_equal(read.via.array.ptr[1].type, MSGPACK_OBJECT_BIN);
		assert_int_equal(read.via.array.ptr[1].via.bin.size, sizes[i]);
		assert_int_equal(read.via.array.ptr[2].via.array.size, sizes[i]);
		msgpack_zone_free(zone);
		arena_free(arena);
	}
}

TEST(writes_maps_that_msgpack_c_reads)
{
	struct arena *arena = arena_new(1024);
	struct buffer out = {.arena = arena};
	msgpack_zone *zone = msgpack_zone_new(1024);
	msgpack_object read;
	size_t map, array;

	map = wire_begin(&out);
	wire_cstring(&out, "a");
	array = wire_begin(&out);
	for (int i = 0; i < 300; i++) {
		wire_integer(&out, i);
	}
	wire_end_array(&out, array, 300);
	wire_cstring(&out, "b");
	wire_map(&out, 1);
	wire_cstring(&out, "c");
	wire_raw(&out, "\xc0", 1);
	wire_end_map(&out, map, 2);

	assert_true(wire_check(out.data, out.size));
	read = unpack(&out, zone);
	assert_int_equal(read.type, MSGPACK_OBJECT_MAP);
	assert_int_equal(read.via.map.size, 2);
	assert_int_equal(read.via.map.ptr[0].val.via.array.size, 300);
	assert_int_equal(read.via.map.ptr[0].val.via.array.ptr[299].via.i64, 299);
	assert_int_equal(read.via.map.ptr[1].val.via.map.size, 1);
	assert_int_equal(
		read.via.map.ptr[1].val.via.map.ptr[0].val.type, MSGPACK_OBJECT_NIL);
	msgpack_zone_free(zone);
	arena_free(arena);
}

/* Reads one integer of every width that can hold it. */
static void
assert_reads_integer(int64_t number)
{
	msgpack_sbuffer out;
	msgpack_packer to;
	struct wire_reader reader;
	unsigned count = 1;

	msgpack_sbuffer_init(&out);
	msgpack_packer_init(&to, &out, msgpack_sbuffer_write);
	msgpack_pack_int64(&to, number);
	if (number >= 0) {
		msgpack_pack_fix_uint64(&to, (uint64_t)number);
		count++;
	}
	msgpack_pack_fix_int64(&to, number);
	if (number >= INT32_MIN && number <= INT32_MAX) {
		msgpack_pack_fix_int32(&to, (int32_t)number);
		count++;
	}
	if (number >= INT16_MIN && number <= INT16_MAX) {
		msgpack_pack_fix_int16(&to, (int16_t)number);
		count++;
	}
	if (number >= INT8_MIN && number <= INT8_MAX) {
		msgpack_pack_fix_int8(&to, (int8_t)number);
		count++;
	}
	if (number >= 0 && number <= UINT8_MAX) {
		msgpack_pack_fix_uint8(&to, (uint8_t)number);
		count++;
	}
	reader = wire_read(out.data, out.size);
	for (unsigned i = 0; i <= count; i++) {
		struct wire_value value = wire_next(&reader);

		assert_int_equal(value.type, WIRE_INTEGER);
		assert_true(value.integer == number);
	}
	assert_int_equal(wire_next(&reader).type, WIRE_END);
	msgpack_sbuffer_destroy(&out);
}

TEST(reads_integers_of_every_width)
{
	for (size_t i = 0; i < COUNT(integers); i++) {
		assert_reads_integer(integers[i]);
	}
}

TEST(reads_what_msgpack_c_writes)
{
	for (size_t i = 0; i < COUNT(sizes); i++) {
		struct wire_reader reader;
		struct wire_value value;
		msgpack_sbuffer out;
		msgpack_packer to;

		msgpack_sbuffer_init(&out);
		msgpack_packer_init(&to, &out, msgpack_sbuffer_write);
		msgpack_pack_str(&to, sizes[i]);
		msgpack_pack_str_body(&to, filler, sizes[i]);
		msgpack_pack_bin(&to, sizes[i]);
		msgpack_pack_bin_body(&to, filler, sizes[i]);
		msgpack_pack_array(&to, sizes[i]);
		for (size_t j = 0; j < sizes[i]; j++) {
			msgpack_pack_true(&to);
		}
		msgpack_pack_map(&to, sizes[i]);
		for (size_t j = 0; j < 2 * sizes[i]; j++) {
			msgpack_pack_float(&to, 1.5F);
		}

		reader = wire_read(out.data, out.size);
		value = wire_next(&reader);
		assert_int_equal(value.type, WIRE_STRING);
		assert_int_equal(value.size, sizes[i]);
		assert_memory_equal(value.data, filler, sizes[i]);
		value = wire_next(&reader);
		assert_int_equal(value.type, WIRE_BINARY);
		assert_int_equal(value.size, sizes[i]);
		value = wire_next(&reader);
		assert_int_equal(value.type, WIRE_ARRAY);
		assert_int_equal(value.count, sizes[i]);
		for (size_t j = 0; j < sizes[i]; j++) {
			value = wire_next(&reader);
			assert_true(value.type == WIRE_BOOLEAN && value.boolean);
		}
		value = wire_next(&reader);
		assert_int_equal(value.type, WIRE_MAP);
		assert_int_equal(value.count, sizes[i]);
		for (size_t j = 0; j < 2 * sizes[i]; j++) {
			value = wire_next(&reader);
			assert_true(value.type == WIRE_DOUBLE && value.real == 1.5);
		}
		assert_int_equal(wire_next(&reader).type, WIRE_END);
		msgpack_sbuffer_destroy(&out);
	}
}

TEST(reads_reals_exactly)
{
	struct arena *arena = arena_new(1024);
	struct buffer out = {.arena = arena};
	struct wire_reader reader;

	for (size_t i = 0; i < COUNT(reals); i++) {
		wire_double(&out, reals[i]);
	}
	wire_double(&out, (double)INFINITY);
	reader = wire_read(out.data, out.size);
	for (size_t i = 0; i < COUNT(reals); i++) {
		struct wire_value value = wire_next(&reader);

		assert_int_equal(value.type, WIRE_DOUBLE);
		assert_memory_equal(&value.real, &reals[i], sizeof(double));
	}
	assert_true(isinf(wire_next(&reader).real));
	arena_free(arena);
}

TEST(refuses_what_no_message_may_hold)
{
	static const struct {
		const char *bytes;
		size_t size;
	} cases[] = {
		{"\xc1", 1},
		{"\xc7\x01\x01x", 4},
		{"\xc8\x00\x01\x01x", 5},
		{"\xc9\x00\x00\x00\x01\x01x", 7},
		{"\xd4\x01x", 3},
		{"\xd5\x01xx", 4},
		{"\xd6\x01xxxx", 6},
		{"\xd7\x01xxxxxxxx", 10},
		{"\xd8\x01xxxxxxxxxxxxxxxx", 18},
		{"\xcf\x80\x00\x00\x00\x00\x00\x00\x00", 9},
		{"\xcf\xff\xff\xff\xff\xff\xff\xff\xff", 9},
		/* Counts and lengths beyond the end. */
		{"\xdd\x01\x00\x00\x00", 5},
		{"\xdd\xff\xff\xff\xff", 5},
		{"\xdf\xff\xff\xff\xff", 5},
		{"\xdf\x80\x00\x00\x00\xc0\xc0", 7},
		{"\xdc\x00\x02\xc0", 4},
		{"\xde\x00\x01\xa0", 4},
		{"\x92\xc0", 2},
		{"\x81\xa0", 2},
		{"\xa5test", 5},
		{"\xd9\x05test", 6},
		{"\xdb\xff\xff\xff\xfftest", 9},
		{"\xc4\x01", 2},
		{"\xc6\xff\xff\xff\xff", 5},
		{"\xca\x00\x00\x00", 4},
		{"\xcd\x00", 2},
		{"\xd3\x00\x00\x00\x00\x00\x00\x00", 8},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct wire_reader reader = wire_read(cases[i].bytes, cases[i].size);
		size_t size;

		assert_int_equal(wire_next(&reader).type, WIRE_BROKEN);
		assert_int_equal(wire_next(&reader).type, WIRE_END);
		reader = wire_read(cases[i].bytes, cases[i].size);
		assert_null(wire_skip(&reader, &size));
		assert_false(wire_check(cases[i].bytes, cases[i].size));
	}
}

TEST(ends_where_there_is_nothing)
{
	struct wire_reader reader = wire_read(NULL, 0);
	size_t size;

	assert_int_equal(wire_next(&reader).type, WIRE_END);
	assert_null(wire_skip(&reader, &size));
	reader = wire_read("", 0);
	assert_int_equal(wire_next(&reader).type, WIRE_END);
}

TEST(skips_whole_values)
{
	static const char bytes[] = "\x82\xa1x\x93\x01\x02\x90\xa1y\x81\xa1z\xc0\x07";
	struct wire_reader reader = wire_read(bytes, sizeof(bytes) - 1);
	size_t size;

	assert_ptr_equal(wire_skip(&reader, &size), bytes);
	assert_int_equal(size, sizeof(bytes) - 2);
	assert_int_equal(wire_next(&reader).integer, 7);
	assert_null(wire_skip(&reader, &size));
}

TEST(finds_the_members_of_a_map)
{
	static const char bytes[] =
		"\x83\xa1x\x93\x01\x02\x90\xa1y\x81\xa1z\xc0\xa2xy\x07";
	static const char broken[] = "\x82\xa1x\xc1\xa1y\x07";
	const size_t size = sizeof(bytes) - 1;
	struct wire_reader reader = wire_find(bytes, size, "x", 1);

	assert_int_equal(wire_next(&reader).count, 3);
	reader = wire_find(bytes, size, "xy", 2);
	assert_int_equal(wire_next(&reader).integer, 7);
	reader = wire_find(bytes, size, "z", 1);
	assert_int_equal(wire_next(&reader).type, WIRE_END);
	reader = wire_find("\x07", 1, "x", 1);
	assert_int_equal(wire_next(&reader).type, WIRE_END);
	reader = wire_find(NULL, 0, "x", 1);
	assert_int_equal(wire_next(&reader).type, WIRE_END);
	reader = wire_find(broken, sizeof(broken) - 1, "y", 1);
	assert_int_equal(wire_next(&reader).type, WIRE_END);
}

const struct test_scene test_scene = {.open = fill};
