#include <string.h>

#include "common/bus/message.h"
#include "common/secret/algorithms.h"

#define NONCE_SIZE (FRAME_HEADER_SIZE - MAC_SIZE)
#define LABEL_SIZE 8

/* Which way a frame goes: under one key, none is ever taken for one of the other way. */
static const char call_label[] = "kithcall";
static const char reply_label[] = "kithrepl";
static const char gmac_label[] = "kithgmac";

/* Up to here HMAC over a body itself is quicker. */
#define GMAC_BYTES_MIN ((size_t)1024)

/* Writes a nonce as it travels. */
static void
put_nonce(uint8_t *out, uint64_t nonce)
{
	for (unsigned i = 0; i < NONCE_SIZE; i++)
		out[i] = (uint8_t)(nonce >> (8 * (NONCE_SIZE - 1 - i)));
}

/* What is signed before a body: a label and the nonce. */
struct frame_head {
	uint8_t bytes[LABEL_SIZE + NONCE_SIZE];
};

static struct frame_head
head_of(const char *label, const uint8_t *nonce)
{
	struct frame_head head;

	memcpy(head.bytes, label, LABEL_SIZE);
	memcpy(head.bytes + LABEL_SIZE, nonce, NONCE_SIZE);
	return head;
}

/* The MAC of a label, a nonce and a body. */
static void
mac_of(const struct key *key, const char *label, const uint8_t *nonce, const void *body,
	size_t size, uint8_t mac[MAC_SIZE])
{
	const struct frame_head head = head_of(label, nonce);

	secret_mac_kept(key, head.bytes, sizeof(head.bytes), body, size, mac);
}

void
frame_sign(const struct key *key, uint64_t nonce, const void *body, size_t size,
	uint8_t *frame)
{
	put_nonce(frame + MAC_SIZE, nonce);
	mac_of(key, call_label, frame + MAC_SIZE, body, size, frame);
}

struct secret_mac *
frame_sign_begin(const struct key *key, uint64_t nonce)
{
	struct secret_mac *mac = secret_mac_begin(key);
	uint8_t nonce_bytes[NONCE_SIZE];
	struct frame_head head;

	put_nonce(nonce_bytes, nonce);
	head = head_of(call_label, nonce_bytes);
	secret_mac_add(mac, head.bytes, sizeof(head.bytes));
	return mac;
}

void
frame_sign_end(struct secret_mac *mac, uint64_t nonce, uint8_t *frame)
{
	put_nonce(frame + MAC_SIZE, nonce);
	secret_mac_end(mac, frame);
}

const uint8_t *
frame_open(const struct key *key, const void *frame, size_t size, uint64_t *nonce,
	size_t *body_size)
{
	const uint8_t *bytes = frame;
	uint8_t mac[MAC_SIZE];

	/* The length is checked first, so that no more is hashed than a message may hold. */
	if (size <= FRAME_HEADER_SIZE ||
		size - FRAME_HEADER_SIZE > MESSAGE_IMAGE_BYTES_MAX)
		return NULL;
	*body_size = size - FRAME_HEADER_SIZE;
	mac_of(key, call_label, bytes + MAC_SIZE, bytes + FRAME_HEADER_SIZE, *body_size,
		mac);
	if (!secret_equal(mac, bytes, MAC_SIZE))
		return NULL;
	*nonce = 0;
	for (unsigned i = 0; i < NONCE_SIZE; i++)
		*nonce = *nonce << 8 | bytes[MAC_SIZE + i];
	return bytes + FRAME_HEADER_SIZE;
}

void
frame_sign_reply(const struct key *key, uint64_t nonce, const void *body, size_t size,
	uint8_t mac[FRAME_REPLY_HEADER_SIZE])
{
	uint8_t nonce_bytes[NONCE_SIZE];

	put_nonce(nonce_bytes, nonce);
	mac_of(key, reply_label, nonce_bytes, body, size, mac);
}

/*
 * The MAC of a reply's long body: HMAC-SHA256 of its GMAC. That is a MAC as good as HMAC of the body
 * itself where two bodies have the same GMAC by chance alone; and as it is hidden in HMAC, nobody
 * who makes a service answer a nonce twice learns anything about its key.
 */
static void
sign_long_reply(const struct key *key, const uint8_t nonce[NONCE_SIZE], const void *body,
	size_t size, uint8_t mac[MAC_SIZE])
{
	uint8_t long_nonce[GMAC_NONCE_SIZE] = {0}, tag[GMAC_SIZE];

	memcpy(long_nonce + GMAC_NONCE_SIZE - NONCE_SIZE, nonce, NONCE_SIZE);
	secret_gmac_kept(key, long_nonce, body, size, tag);
	mac_of(key, gmac_label, nonce, tag, sizeof(tag), mac);
}

void
frame_sign_reply_by_gmac(const struct key *key, uint64_t nonce, const void *body,
	size_t size, uint8_t mac[FRAME_REPLY_HEADER_SIZE])
{
	uint8_t nonce_bytes[NONCE_SIZE];

	put_nonce(nonce_bytes, nonce);
	if (size >= GMAC_BYTES_MIN)
		sign_long_reply(key, nonce_bytes, body, size, mac);
	else
		mac_of(key, reply_label, nonce_bytes, body, size, mac);
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
	frame_sign_reply_by_gmac(key, nonce, body, *body_size, mac);
	if (secret_equal(mac, frame, MAC_SIZE))
		return body;
	if (*body_size < GMAC_BYTES_MIN)
		return NULL;
	/* A service of the release before knows nothing of GMAC. */
	frame_sign_reply(key, nonce, body, *body_size, mac);
	return secret_equal(mac, frame, MAC_SIZE) ? body : NULL;
}
