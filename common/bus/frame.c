/*
 * frame.c - the MAC of a frame: HMAC-SHA-256 (record 46).
 */
#include <string.h>

#include "common/bus/message.h"
#include "common/secret/algorithms.h"

#define NONCE_SIZE (FRAME_HEADER_SIZE - MAC_SIZE)
#define LABEL_SIZE 8

/* The labels separate the directions, so that the MAC of a call is never that of a
 * reply. */
static const char call_label[] = "kithcall";
static const char reply_label[] = "kithrepl";

/* The bytes that the MAC covers before the body: a label and the nonce, big-endian. */
struct frame_head {
	uint8_t bytes[LABEL_SIZE + NONCE_SIZE];
};

static void
put_nonce(uint8_t *out, uint64_t nonce)
{
	for (unsigned i = 0; i < NONCE_SIZE; i++)
		out[i] = (uint8_t)(nonce >> (8 * (NONCE_SIZE - 1 - i)));
}

static uint64_t
get_nonce(const uint8_t *bytes)
{
	uint64_t nonce = 0;

	for (unsigned i = 0; i < NONCE_SIZE; i++)
		nonce = nonce << 8 | bytes[i];
	return nonce;
}

static struct frame_head
head_of(const char *label, uint64_t nonce)
{
	struct frame_head head;

	memcpy(head.bytes, label, LABEL_SIZE);
	put_nonce(head.bytes + LABEL_SIZE, nonce);
	return head;
}

static void
mac_of(const struct key *key, const char *label, uint64_t nonce, const void *body,
	size_t size, uint8_t mac[MAC_SIZE])
{
	const struct frame_head head = head_of(label, nonce);

	secret_mac_cached(key, head.bytes, sizeof(head.bytes), body, size, mac);
}

void
frame_sign(const struct key *key, uint64_t nonce, const void *body, size_t size,
	uint8_t *frame)
{
	mac_of(key, call_label, nonce, body, size, frame);
	put_nonce(frame + MAC_SIZE, nonce);
}

const uint8_t *
frame_open(const struct key *key, const void *frame, size_t size, uint64_t *nonce,
	size_t *body_size)
{
	const uint8_t *bytes = frame, *body = bytes + FRAME_HEADER_SIZE;
	uint8_t mac[MAC_SIZE];

	/* Refuses a frame above the limit before hashing it. */
	if (size <= FRAME_HEADER_SIZE ||
		size - FRAME_HEADER_SIZE > MESSAGE_IMAGE_BYTES_MAX)
		return NULL;
	*body_size = size - FRAME_HEADER_SIZE;
	*nonce = get_nonce(bytes + MAC_SIZE);
	mac_of(key, call_label, *nonce, body, *body_size, mac);
	return secret_equal(mac, frame, MAC_SIZE) ? body : NULL;
}

void
frame_sign_reply(const struct key *key, uint64_t nonce, const void *body, size_t size,
	uint8_t mac[FRAME_REPLY_HEADER_SIZE])
{
	mac_of(key, reply_label, nonce, body, size, mac);
}

const uint8_t *
frame_open_reply(const struct key *key, uint64_t nonce, const void *frame, size_t size,
	size_t *body_size)
{
	const uint8_t *body = (const uint8_t *)frame + FRAME_REPLY_HEADER_SIZE;
	uint8_t mac[MAC_SIZE];

	if (size <= FRAME_REPLY_HEADER_SIZE ||
		size - FRAME_REPLY_HEADER_SIZE > MESSAGE_REPLY_BYTES_MAX)
		return NULL;
	*body_size = size - FRAME_REPLY_HEADER_SIZE;
	mac_of(key, reply_label, nonce, body, *body_size, mac);
	return secret_equal(mac, frame, MAC_SIZE) ? body : NULL;
}
