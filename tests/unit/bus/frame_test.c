#include <string.h>

#include "common/bus/message.h"
#include "tests/support/arena_scene.h"
#include "tests/support/test.h"

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

TEST(opens_what_it_signed)
{
	uint8_t *frame = frame_of(0x0102030405060708, "body", 4);
	uint64_t nonce = 0;
	size_t size = 0;

	const uint8_t *body =
		frame_open(&key, frame, FRAME_HEADER_SIZE + 4, &nonce, &size);

	assert_ptr_equal(body, frame + FRAME_HEADER_SIZE);
	assert_int_equal(size, 4);
	assert_true(nonce == 0x0102030405060708);
	assert_memory_equal(frame + MAC_SIZE, "\1\2\3\4\5\6\7\10", 8);
}

TEST(opens_nothing_that_was_touched)
{
	static const struct key other = {{1, 2, 4}};
	uint8_t *frame = frame_of(5, "body", 4);
	uint64_t nonce;
	size_t size;

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

TEST(opens_no_frame_over_the_limit)
{
	char *body = arena_alloc(arena, MESSAGE_IMAGE_BYTES_MAX + 1);
	uint64_t nonce;
	size_t size;

	assert_non_null(frame_open(&key, frame_of(1, body, MESSAGE_IMAGE_BYTES_MAX),
		FRAME_HEADER_SIZE + MESSAGE_IMAGE_BYTES_MAX, &nonce, &size));
	assert_null(frame_open(&key, frame_of(1, body, MESSAGE_IMAGE_BYTES_MAX + 1),
		FRAME_HEADER_SIZE + MESSAGE_IMAGE_BYTES_MAX + 1, &nonce, &size));
}

/* The frame of a reply with this body to the call with this nonce. */
static uint8_t *
reply_of(uint64_t nonce, const void *body, size_t size)
{
	uint8_t *frame = arena_alloc(arena, FRAME_REPLY_HEADER_SIZE + size);

	frame_sign_reply(&key, nonce, body, size, frame);
	memcpy(frame + FRAME_REPLY_HEADER_SIZE, body, size);
	return frame;
}

TEST(opens_the_reply_that_was_signed_for_the_call)
{
	uint8_t *frame = reply_of(5, "body", 4);
	size_t size = 0;

	const uint8_t *body =
		frame_open_reply(&key, 5, frame, FRAME_REPLY_HEADER_SIZE + 4, &size);

	assert_ptr_equal(body, frame + FRAME_REPLY_HEADER_SIZE);
	assert_int_equal(size, 4);
}

TEST(opens_no_reply_that_was_touched_or_meant_for_another)
{
	static const struct key other = {{1, 2, 4}};
	const size_t whole = FRAME_REPLY_HEADER_SIZE + 4;
	uint8_t *frame = reply_of(5, "body", 4);
	size_t size;

	for (size_t i = 0; i < whole; i++) {
		for (unsigned bit = 0; bit < 8; bit++) {
			frame[i] ^= (uint8_t)(1U << bit);
			assert_null(frame_open_reply(&key, 5, frame, whole, &size));
			frame[i] ^= (uint8_t)(1U << bit);
		}
	}
	for (unsigned bit = 0; bit < 64; bit++)
		assert_null(frame_open_reply(
			&key, 5 ^ UINT64_C(1) << bit, frame, whole, &size));
	for (size_t cut = 0; cut < whole; cut++)
		assert_null(frame_open_reply(&key, 5, frame, cut, &size));
	assert_null(frame_open_reply(&other, 5, frame, whole, &size));
	assert_non_null(frame_open_reply(&key, 5, frame, whole, &size));
}

TEST(a_call_is_no_reply_and_a_reply_no_call)
{
	uint8_t *call = frame_of(5, "body", 4), *reply;
	uint8_t turned[FRAME_HEADER_SIZE + 4];
	uint64_t nonce;
	size_t size;

	/* Sent back as it is, and with its MAC in the place of a reply's. */
	assert_null(frame_open_reply(&key, 5, call, FRAME_HEADER_SIZE + 4, &size));
	memmove(call + MAC_SIZE, "body", 4);
	assert_null(frame_open_reply(&key, 5, call, FRAME_REPLY_HEADER_SIZE + 4, &size));
	/* A reply with its nonce put back in. */
	reply = reply_of(5, "body", 4);
	memcpy(turned, frame_of(5, "body", 4), sizeof(turned));
	memcpy(turned, reply, MAC_SIZE);
	assert_null(frame_open(&key, turned, sizeof(turned), &nonce, &size));
}
