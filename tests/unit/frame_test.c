// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <string.h>

#include "common/message.h"
#include "tests/support/arena_scene.h"

static const struct key key = {{1, 2, 3}};

/* A frame with this body. */
static uint8_t *
frame_of(uint64_t nonce, const void *body, size_t size)
{
	uint8_t *frame = arena_alloc(arena, FRAME_HEADER_SIZE + size);

	frame_sign(&key, nonce, body, size, frame);
	memcpy(frame + FRAME_HEADER_SIZE, body, size);
	return frame;
}

static void
opens_what_it_signed(void **state)
{
	uint8_t *frame = frame_of(0x0102030405060708, "body", 4);
	uint64_t nonce = 0;
	size_t size = 0;
	const uint8_t *body =
		frame_open(&key, frame, FRAME_HEADER_SIZE + 4, &nonce, &size);

	(void)state;
	assert_ptr_equal(body, frame + FRAME_HEADER_SIZE);
	assert_int_equal(size, 4);
	assert_true(nonce == 0x0102030405060708);
	assert_memory_equal(frame + MAC_SIZE, "\1\2\3\4\5\6\7\10", 8);
}

static void
opens_nothing_that_was_touched(void **state)
{
	static const struct key other = {{1, 2, 4}};
	uint8_t *frame = frame_of(5, "body", 4);
	uint64_t nonce;
	size_t size;

	(void)state;
	for (size_t i = 0; i < FRAME_HEADER_SIZE + 4; i++) {
		for (unsigned bit = 0; bit < 8; bit++) {
			frame[i] ^= (uint8_t)(1U << bit);
			assert_null(frame_open(
				&key, frame, FRAME_HEADER_SIZE + 4, &nonce, &size));
			frame[i] ^= (uint8_t)(1U << bit);
		}
	}
	assert_null(frame_open(&other, frame, FRAME_HEADER_SIZE + 4, &nonce, &size));
	for (size_t cut = 0; cut < FRAME_HEADER_SIZE + 4; cut++)
		assert_null(frame_open(&key, frame, cut, &nonce, &size));
	assert_non_null(frame_open(&key, frame, FRAME_HEADER_SIZE + 4, &nonce, &size));
}

static void
opens_no_frame_over_the_limit(void **state)
{
	char *body = arena_alloc(arena, MESSAGE_BYTES_MAX + 1);
	uint64_t nonce;
	size_t size;

	(void)state;
	assert_non_null(frame_open(&key, frame_of(1, body, MESSAGE_BYTES_MAX),
		FRAME_HEADER_SIZE + MESSAGE_BYTES_MAX, &nonce, &size));
	assert_null(frame_open(&key, frame_of(1, body, MESSAGE_BYTES_MAX + 1),
		FRAME_HEADER_SIZE + MESSAGE_BYTES_MAX + 1, &nonce, &size));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(opens_what_it_signed),
		cmocka_unit_test(opens_nothing_that_was_touched),
		cmocka_unit_test(opens_no_frame_over_the_limit),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
