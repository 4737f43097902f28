/*
 * frame_long_test.c - long replies and calls, whose MAC may be made of a GMAC.
 */
#include <string.h>

#include "common/bus/message.h"
#include "tests/support/arena_scene.h"
#include "tests/support/test.h"

static const struct key key = {{1, 2, 3}};

/* A frame with this body, as every release reads it. */
static uint8_t *
frame_of(uint64_t nonce, const void *body, size_t size)
{
	uint8_t *frame = arena_alloc(arena, FRAME_HEADER_SIZE + size);

	frame_sign(&key, nonce, body, size, frame);
	memcpy(frame + FRAME_HEADER_SIZE, body, size);
	return frame;
}

/* The frame of a reply likewise. */
static uint8_t *
reply_of(uint64_t nonce, const void *body, size_t size)
{
	uint8_t *frame = arena_alloc(arena, FRAME_REPLY_HEADER_SIZE + size);

	frame_sign_reply(&key, nonce, body, size, frame);
	memcpy(frame + FRAME_REPLY_HEADER_SIZE, body, size);
	return frame;
}

/* The frame of a reply that may be signed by GMAC. */
static uint8_t *
long_reply_of(uint64_t nonce, const void *body, size_t size)
{
	uint8_t *frame = arena_alloc(arena, FRAME_REPLY_HEADER_SIZE + size);

	frame_sign_reply_by_gmac(&key, nonce, body, size, frame);
	memcpy(frame + FRAME_REPLY_HEADER_SIZE, body, size);
	return frame;
}

TEST(opens_a_long_reply_by_either_mac)
{
	const size_t sizes[] = {1, 1023, 1024, 1025, 70001, MESSAGE_REPLY_BYTES_MAX};
	uint8_t *body = arena_alloc(arena, MESSAGE_REPLY_BYTES_MAX);
	size_t size;

	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		const size_t whole = FRAME_REPLY_HEADER_SIZE + sizes[i];
		uint8_t *swift = long_reply_of(5, body, sizes[i]);
		uint8_t *plain = reply_of(5, body, sizes[i]);

		assert_non_null(frame_open_reply(&key, 5, swift, whole, &size));
		assert_non_null(frame_open_reply(&key, 5, plain, whole, &size));
		/* A caller that does not say that it reads GMAC gets what it always got. */
		assert_int_equal(memcmp(swift, plain, MAC_SIZE) == 0, sizes[i] < 1024);
	}
}

/* What other programs (openssl mac, Python) make of docs/protocol.md. */
TEST(makes_the_mac_of_a_long_reply_that_the_protocol_says)
{
	static const char expected[] =
		"\x97\xa4\x53\x3d\xe9\x6d\x54\x0c\xa5\x80\xcb\x7b\xa3\x1a\x72\x1c"
		"\xd2\xea\xf3\x36\x6f\xe7\x72\xe5\xa8\x91\xfb\x09\x25\xd2\x4e\x7e";
	uint8_t body[1500], mac[FRAME_REPLY_HEADER_SIZE];

	for (size_t i = 0; i < sizeof(body); i++)
		body[i] = (uint8_t)(7 * i);
	frame_sign_reply_by_gmac(&key, 5, body, sizeof(body), mac);
	assert_memory_equal(mac, expected, MAC_SIZE);
}

TEST(opens_no_long_reply_that_was_touched_or_meant_for_another)
{
	static const struct key other = {{1, 2, 4}};
	const size_t whole = FRAME_REPLY_HEADER_SIZE + 1500;
	uint8_t *frame = long_reply_of(5, arena_alloc(arena, 1500), 1500);
	size_t size;

	for (size_t i = 0; i < whole; i++) {
		frame[i] ^= 0x10;
		assert_null(frame_open_reply(&key, 5, frame, whole, &size));
		frame[i] ^= 0x10;
	}
	for (unsigned bit = 0; bit < 64; bit++)
		assert_null(frame_open_reply(
			&key, 5 ^ UINT64_C(1) << bit, frame, whole, &size));
	for (size_t cut = 0; cut < whole; cut++)
		assert_null(frame_open_reply(&key, 5, frame, cut, &size));
	assert_null(frame_open_reply(&other, 5, frame, whole, &size));
	assert_non_null(frame_open_reply(&key, 5, frame, whole, &size));
}

/* The frame of a call that may be signed by GMAC. */
static uint8_t *
long_frame_of(uint64_t nonce, const void *body, size_t size)
{
	uint8_t *frame = arena_alloc(arena, FRAME_HEADER_SIZE + size);

	frame_sign_by_gmac(&key, nonce, body, size, frame);
	memcpy(frame + FRAME_HEADER_SIZE, body, size);
	return frame;
}

/* Bytes of which no two blocks are the same. */
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

TEST(opens_a_long_call_by_either_mac)
{
	const size_t sizes[] = {1, 1024, FRAME_LONG_BYTES_MIN - 1, FRAME_LONG_BYTES_MIN,
		FRAME_LONG_BYTES_MIN + 1, 1000003, MESSAGE_IMAGE_BYTES_MAX};
	uint8_t *body = long_body(MESSAGE_IMAGE_BYTES_MAX);
	uint64_t nonce;
	size_t size;

	for (size_t i = 0; i < COUNT_OF(sizes); i++) {
		const size_t whole = FRAME_HEADER_SIZE + sizes[i];
		uint8_t *swift = long_frame_of(5, body, sizes[i]);
		uint8_t *plain = frame_of(5, body, sizes[i]);

		assert_ptr_equal(frame_open(&key, swift, whole, &nonce, &size),
			swift + FRAME_HEADER_SIZE);
		assert_int_equal(size, sizes[i]);
		assert_true(nonce == 5);
		assert_non_null(frame_open(&key, plain, whole, &nonce, &size));
		assert_int_equal(memcmp(swift, plain, MAC_SIZE) == 0,
			sizes[i] < FRAME_LONG_BYTES_MIN);
	}
}

/* What other programs (openssl mac, Python) make of docs/protocol.md. */
TEST(makes_the_mac_of_a_long_call_that_the_protocol_says)
{
	static const char expected[] =
		"\x96\xa4\xd7\x07\x6c\xae\x53\x8a\x86\xc2\x2d\x2e\xb6\x79\x6a\x4f"
		"\x52\x82\xaf\x92\x87\xd0\x24\x8c\x18\x8c\xac\xa7\xde\x62\xa1\x53";
	uint8_t *body = arena_alloc(arena, 70000), frame[FRAME_HEADER_SIZE];

	for (size_t i = 0; i < 70000; i++)
		body[i] = (uint8_t)(7 * i);
	frame_sign_by_gmac(&key, 5, body, 70000, frame);
	assert_memory_equal(frame, expected, MAC_SIZE);
}

/* Turns each bit of the byte at `i`, and finds the frame opened by nobody. */
static void
touch(uint8_t *frame, size_t whole, size_t i)
{
	uint64_t nonce;
	size_t size;

	for (unsigned bit = 0; bit < 8; bit++) {
		frame[i] ^= (uint8_t)(1U << bit);
		assert_null(frame_open(&key, frame, whole, &nonce, &size));
		frame[i] ^= (uint8_t)(1U << bit);
	}
}

TEST(opens_no_long_call_that_was_touched_or_cut)
{
	static const struct key other = {{1, 2, 4}};
	const size_t long_size = FRAME_LONG_BYTES_MIN + 5;
	const size_t whole = FRAME_HEADER_SIZE + long_size;
	uint8_t *frame = long_frame_of(5, long_body(long_size), long_size);
	uint64_t nonce;
	size_t size;

	for (size_t i = 0; i < FRAME_HEADER_SIZE + 20; i++)
		touch(frame, whole, i);
	for (size_t i = FRAME_HEADER_SIZE; i < whole; i += 257)
		touch(frame, whole, i);
	for (size_t i = whole - 20; i < whole; i++)
		touch(frame, whole, i);
	for (size_t cut = 1; cut < 20; cut++)
		assert_null(frame_open(&key, frame, whole - cut, &nonce, &size));
	assert_null(frame_open(&other, frame, whole, &nonce, &size));
	assert_non_null(frame_open(&key, frame, whole, &nonce, &size));
}

/* The frame of a call by GMAC, whatever its length, signed in pieces of that size. */
static uint8_t *
frame_by_gmac(const uint8_t *body, size_t size, size_t first, size_t piece)
{
	uint8_t *frame = arena_alloc(arena, FRAME_HEADER_SIZE + size);
	struct secret_mac *mac = frame_sign_begin_by_gmac(&key, 5);

	secret_mac_add(mac, body, first);
	for (size_t at = first; at < size; at += piece)
		secret_mac_add(mac, body + at, size - at < piece ? size - at : piece);
	frame_sign_end_by_gmac(&key, mac, 5, frame);
	memcpy(frame + FRAME_HEADER_SIZE, body, size);
	return frame;
}

TEST(opens_no_short_call_by_gmac)
{
	const size_t sizes[] = {1, 16, 1024, FRAME_LONG_BYTES_MIN - 1};
	uint8_t *body = long_body(FRAME_LONG_BYTES_MIN);
	uint64_t nonce;
	size_t size;

	for (size_t i = 0; i < COUNT_OF(sizes); i++) {
		assert_null(frame_open(&key, frame_by_gmac(body, sizes[i], 0, sizes[i]),
			FRAME_HEADER_SIZE + sizes[i], &nonce, &size));
	}
	assert_non_null(frame_open(&key,
		frame_by_gmac(body, FRAME_LONG_BYTES_MIN, 0, FRAME_LONG_BYTES_MIN),
		FRAME_HEADER_SIZE + FRAME_LONG_BYTES_MIN, &nonce, &size));
}

TEST(signs_in_pieces_as_at_once)
{
	static const size_t pieces[] = {15, 16, 17, 4095, 65536, 262144};
	static const size_t firsts[] = {0, 1, 15, 16, 17, 301};
	const size_t quarter = (size_t)256 * 1024;
	const size_t sizes[] = {FRAME_LONG_BYTES_MIN, FRAME_LONG_BYTES_MIN + 1,
		FRAME_LONG_BYTES_MIN + 15, FRAME_LONG_BYTES_MIN + 16,
		FRAME_LONG_BYTES_MIN + 17, quarter - 1, quarter, quarter + 1,
		quarter + 301, 2 * quarter + 300, 2 * quarter + 302};
	uint8_t *body = long_body(3 * quarter);

	for (size_t i = 0; i < COUNT_OF(sizes); i++) {
		const uint8_t *at_once = long_frame_of(5, body, sizes[i]);

		for (size_t j = 0; j < COUNT_OF(pieces) * COUNT_OF(firsts); j++) {
			const uint8_t *made = frame_by_gmac(body, sizes[i],
				firsts[j % COUNT_OF(firsts)],
				pieces[j / COUNT_OF(firsts)]);

			assert_memory_equal(made, at_once, FRAME_HEADER_SIZE);
		}
	}
}

TEST(forgets_what_was_signed_in_pieces_and_is_not_wanted)
{
	struct secret_mac *mac = frame_sign_begin_by_gmac(&key, 5);

	secret_mac_add(mac, "abc", 3);
	secret_mac_end(mac, NULL);
}

TEST(a_long_call_is_no_long_reply_and_a_long_reply_no_long_call)
{
	const size_t long_size = FRAME_LONG_BYTES_MIN + 5;
	const uint8_t *body = long_body(long_size);
	uint8_t *call = long_frame_of(5, body, long_size);
	uint8_t *reply = long_reply_of(5, body, long_size);
	uint8_t *turned = frame_of(5, body, long_size);
	uint64_t nonce;
	size_t size;

	/* A call sent back as it is, and with its MAC in the place of a reply's. */
	assert_null(
		frame_open_reply(&key, 5, call, FRAME_HEADER_SIZE + long_size, &size));
	memcpy(turned, call, MAC_SIZE);
	memmove(turned + FRAME_REPLY_HEADER_SIZE, body, long_size);
	assert_null(frame_open_reply(
		&key, 5, turned, FRAME_REPLY_HEADER_SIZE + long_size, &size));
	/* A reply with its nonce put back in. */
	memcpy(call, reply, MAC_SIZE);
	assert_null(frame_open(&key, call, FRAME_HEADER_SIZE + long_size, &nonce, &size));
}
