#include <string.h>

#include "common/bus/message.h"
#include "tests/support/arena_scene.h"
#include "tests/support/test.h"

static const struct key key = {{1, 2, 3}};

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

	/* A call that is sent back unchanged, and with its MAC at the position of a
	 * reply's. */
	assert_null(frame_open_reply(&key, 5, call, FRAME_HEADER_SIZE + 4, &size));
	memmove(call + MAC_SIZE, "body", 4);
	assert_null(frame_open_reply(&key, 5, call, FRAME_REPLY_HEADER_SIZE + 4, &size));
	/* A reply into which the call's nonce was inserted. */
	reply = reply_of(5, "body", 4);
	memcpy(turned, frame_of(5, "body", 4), sizeof(turned));
	memcpy(turned, reply, MAC_SIZE);
	assert_null(frame_open(&key, turned, sizeof(turned), &nonce, &size));
}

/* Expected values computed from docs/protocol.md with Python's hmac module. */
TEST(signs_as_the_protocol_says)
{
	static const char call_mac[] =
		"\x94\x1e\xaa\x5b\xba\x75\xed\xb6\x67\x24\x12\xf4\xe1\x55\x2a\xed"
		"\x5f\x5c\x64\x41\x22\x25\xba\x12\xd9\x3c\xdc\x54\xb2\xa9\xbb\xec";
	static const char reply_mac[] =
		"\x06\x73\x2d\x26\x61\x16\x70\x30\x0d\x7c\xae\x9d\xde\x88\x3f\x3d"
		"\xae\x81\xd3\x8b\x18\xd2\x44\xe0\x58\x1a\xbd\x7e\x00\xad\x77\xb3";
	uint8_t *body = arena_alloc(arena, 70000), frame[FRAME_HEADER_SIZE];

	for (size_t i = 0; i < 70000; i++)
		body[i] = (uint8_t)(7 * i);
	frame_sign(&key, 5, body, 70000, frame);
	assert_memory_equal(frame, call_mac, MAC_SIZE);
	frame_sign_reply(&key, 5, body, 1500, frame);
	assert_memory_equal(frame, reply_mac, MAC_SIZE);
}

/* A body without two equal blocks. */
static uint8_t *
long_body(size_t size)
{
	uint8_t *body = arena_alloc(arena, size);
	uint32_t state = 1;

	for (size_t i = 0; i < size; i++) {
		state = state * 1664525 + 1013904223;
		body[i] = (uint8_t)(state >> 24);
	}
	return body;
}

TEST(opens_frames_of_every_size)
{
	const size_t sizes[] = {1, 1023, 1024, 65535, 65536, 1000003,
		MESSAGE_REPLY_BYTES_MAX, MESSAGE_IMAGE_BYTES_MAX};
	uint8_t *body = long_body(MESSAGE_IMAGE_BYTES_MAX);
	uint64_t nonce;
	size_t size;

	for (size_t i = 0; i < COUNT_OF(sizes); i++) {
		assert_non_null(frame_open(&key, frame_of(5, body, sizes[i]),
			FRAME_HEADER_SIZE + sizes[i], &nonce, &size));
		assert_int_equal(size, sizes[i]);
		assert_int_equal(
			frame_open_reply(&key, 5, reply_of(5, body, sizes[i]),
				FRAME_REPLY_HEADER_SIZE + sizes[i], &size) != NULL,
			sizes[i] <= MESSAGE_REPLY_BYTES_MAX);
	}
}

TEST(opens_no_long_frame_that_was_touched_or_cut)
{
	const size_t long_size = 65536 + 5, whole = FRAME_HEADER_SIZE + long_size;
	uint8_t *frame = frame_of(5, long_body(long_size), long_size);
	uint64_t nonce;
	size_t size;

	for (size_t i = 0; i < whole; i += i < 60 || i > whole - 20 ? 1 : 257) {
		frame[i] ^= 0x10;
		assert_null(frame_open(&key, frame, whole, &nonce, &size));
		frame[i] ^= 0x10;
	}
	for (size_t cut = 1; cut < 20; cut++)
		assert_null(frame_open(&key, frame, whole - cut, &nonce, &size));
	assert_non_null(frame_open(&key, frame, whole, &nonce, &size));
}
