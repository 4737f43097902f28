#include <jansson.h>
#include <signal.h>
#include <string.h>

#include "common/base/arena.h"
#include "tests/support/test.h"
#include "tests/unit/base/capture.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) && !defined(__SANITIZE_ADDRESS__)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

static const uint8_t zeros[64 * 1024];

TEST(hands_out_zeroed_and_aligned_memory)
{
	struct arena *arena = arena_new(256);

	for (size_t size = 0; size < 300; size++) {
		uint8_t *data = arena_alloc(arena, size);

		assert_non_null(data);
		assert_int_equal((uintptr_t)data % 16, 0);
		assert_memory_equal(data, zeros, size);
		memset(data, 0xa5, size);
	}
	arena_free(arena);
}

TEST(hands_out_memory_that_does_not_overlap)
{
	struct arena *arena = arena_new(512);
	uint8_t *parts[200];

	for (size_t i = 0; i < 200; i++) {
		parts[i] = arena_alloc(arena, i + 1);
		memset(parts[i], (int)i, i + 1);
	}
	for (size_t i = 0; i < 200; i++) {
		for (size_t j = 0; j <= i; j++) {
			assert_int_equal(parts[i][j], i);
		}
	}
	arena_free(arena);
}

TEST(zeroes_again_after_a_reset)
{
	struct arena *arena = arena_new(4096);

	for (int round = 0; round < 3; round++) {
		for (size_t i = 0; i < 30; i++) {
			uint8_t *data = arena_alloc(arena, 100 * i);

			assert_memory_equal(data, zeros, 100 * i);
			memset(data, 0xff, 100 * i);
		}
		arena_reset(arena);
	}
	arena_free(arena);
}

TEST(keeps_its_first_block_over_a_reset)
{
	struct arena *arena = arena_new(4096);
	void *first = arena_alloc(arena, 100);

	for (int i = 0; i < 50; i++) {
		arena_alloc(arena, 1000);
	}
	arena_reset(arena);
	assert_ptr_equal(arena_alloc(arena, 100), first);
	arena_free(arena);
}

TEST(gives_big_allocations_a_block_of_their_own)
{
	struct arena *arena = arena_new(4096);
	uint8_t *before = arena_alloc(arena, 16), *big, *after;

	big = arena_alloc(arena, sizeof(zeros));
	after = arena_alloc(arena, 16);
	assert_memory_equal(big, zeros, sizeof(zeros));
	memset(big, 1, sizeof(zeros));
	/* The current block continues at the same place. */
	assert_true(after > before && after - before < 64);
	arena_free(arena);
}

struct trace {
	char order[8];
	size_t count;
	struct arena *arena;
};

static struct trace trace;

static void
note(void *object)
{
	trace.order[trace.count++] = *(const char *)object;
}

static void
note_and_register_another(void *object)
{
	note(object);
	arena_on_done(trace.arena, note, arena_copy(trace.arena, "x", 1));
}

TEST(runs_callbacks_latest_first)
{
	struct arena *arena = arena_new(1024);

	trace = (struct trace){.arena = arena};
	arena_on_done(arena, note, arena_copy(arena, "a", 1));
	arena_on_done(arena, note_and_register_another, arena_copy(arena, "b", 1));
	arena_on_done(arena, note, arena_copy(arena, "c", 1));
	arena_reset(arena);
	assert_string_equal(trace.order, "cbxa");

	/* Each callback runs once: nothing is left for the next reset. */
	arena_on_done(arena, note, arena_copy(arena, "d", 1));
	arena_free(arena);
	assert_string_equal(trace.order, "cbxad");
}

TEST(copies_and_terminates)
{
	struct arena *arena = arena_new(1024);
	char *copy = arena_copy(arena, "a\0b", 3);
	struct text text = arena_text(arena, "Zürich");

	assert_memory_equal(copy, "a\0b\0", 4);
	assert_string_equal(arena_copy(arena, NULL, 0), "");
	assert_int_equal(text.presence, GIVEN);
	assert_int_equal(text.size, 7);
	assert_string_equal(text.data, "Zürich");
	arena_free(arena);
}

TEST(formats_texts_of_any_length)
{
	struct arena *arena = arena_new(1024);
	char *out = arena_printf(arena, "%s %05d%%", "id", 42);

	assert_string_equal(out, "id 00042%");
	out = arena_printf(arena, "%*s", 9000, "x");
	assert_int_equal(strlen(out), 9000);
	assert_int_equal(out[8999], 'x');
	arena_free(arena);
}

TEST(grows_a_buffer_and_keeps_its_bytes)
{
	struct arena *arena = arena_new(1024);
	struct buffer buffer = {.arena = arena};

	for (unsigned i = 0; i < 30000; i++) {
		uint8_t byte = (uint8_t)(i * 7);

		buffer_append(&buffer, &byte, 1);
		if (i % 1000 == 0) {
			arena_alloc(arena, 40);
		}
	}
	assert_int_equal(buffer.size, 30000);
	for (unsigned i = 0; i < 30000; i++) {
		assert_int_equal(buffer.data[i], (uint8_t)(i * 7));
	}
	buffer_append(&buffer, NULL, 0);
	assert_int_equal(buffer.size, 30000);
	arena_free(arena);
}

TEST(grows_the_latest_allocation_in_place)
{
	struct arena *arena = arena_new(8192);
	struct buffer buffer = {.arena = arena};
	uint8_t *at;

	buffer_append(&buffer, "x", 1);
	at = buffer.data;
	memset(buffer_reserve(&buffer, 4000), 'y', 4000);
	assert_ptr_equal(buffer.data, at);
	assert_true(buffer.capacity >= 4001);

	/* With another allocation behind it, the text moves and keeps its contents. */
	arena_alloc(arena, 1);
	memset(buffer_reserve(&buffer, 6000), 'z', 6000);
	assert_ptr_not_equal(buffer.data, at);
	assert_int_equal(buffer.data[0], 'x');
	arena_free(arena);
}

static void
ask_for_too_many_elements(void)
{
	arena_array(arena_new(0), SIZE_MAX / 2, 3);
}

static void
reserve_beyond_the_address_space(void)
{
	struct buffer buffer = {.arena = arena_new(0)};

	buffer_append(&buffer, "x", 1);
	buffer_reserve(&buffer, SIZE_MAX);
}

static void
copy_the_whole_address_space(void)
{
	arena_copy(arena_new(0), "x", SIZE_MAX);
}

/* Expects that the process ends itself and logs the reason as one line of JSON. */
static void
assert_ends_the_process(void (*code)(void), const char *event)
{
	json_t *line;
	char *text;

	assert_int_equal(capture_death(code, &text), SIGABRT);
	line = json_loads(text, 0, NULL);
	assert_non_null(line);
	assert_string_equal(json_string_value(json_object_get(line, "event")), event);
	assert_string_equal(json_string_value(json_object_get(line, "level")), "error");
	assert_true(json_is_integer(json_object_get(line, "bytes")));
	json_decref(line);
	free(text);
}

TEST(ends_the_process_when_a_size_overflows)
{
	assert_ends_the_process(ask_for_too_many_elements, "allocation_overflow");
	assert_ends_the_process(reserve_beyond_the_address_space, "allocation_overflow");
	assert_ends_the_process(copy_the_whole_address_space, "allocation_overflow");
}

#ifdef __SANITIZE_ADDRESS__
TEST(poisons_what_is_not_handed_out)
{
	struct arena *arena = arena_new(4096);
	char *data = arena_alloc(arena, 24);

	assert_false(__asan_address_is_poisoned(data + 23));
	assert_true(__asan_address_is_poisoned(data + 24));
	assert_true(__asan_address_is_poisoned(data + 100));
	arena_reset(arena);
	assert_true(__asan_address_is_poisoned(data));
	arena_free(arena);
}
#else
static void
ask_for_more_than_there_is(void)
{
	arena_alloc(arena_new(0), (size_t)1 << 62);
}

/* Under the sanitizer calloc() itself ends the process, with its own message. */
TEST(ends_the_process_when_out_of_memory)
{
	assert_ends_the_process(ask_for_more_than_there_is, "out_of_memory");
}
#endif

TEST(frees_nothing_when_there_is_nothing)
{
	arena_free(NULL);
	arena_free(arena_new(0));
}
