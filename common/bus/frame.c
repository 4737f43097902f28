#include <string.h>

#include "common/bus/message.h"
#include "common/secret/algorithms.h"

#define NONCE_SIZE (FRAME_HEADER_SIZE - MAC_SIZE)
#define LABEL_SIZE 8

/* Of a GMAC's nonce, what comes before that of a call. */
#define WAY_SIZE (GMAC_NONCE_SIZE - NONCE_SIZE)

/* Which way a frame goes, and of what its MAC is made: under one key, none is ever taken for one of
 * another kind. */
static const char call_label[] = "kithcall";
static const char reply_label[] = "kithrepl";

/* Likewise where the MAC is made of a GMAC. Calls and replies have one key for it: no nonce of a
 * call is one of a reply's. */
struct gmac_kind {
	char label[LABEL_SIZE + 1];
	uint8_t way[WAY_SIZE];
};

static const struct gmac_kind call_by_gmac = {"kithcgmc", {'c', 'a', 'l', 'l'}};
static const struct gmac_kind reply_by_gmac = {"kithgmac", {0}};

/* Up to here HMAC over a reply's body itself is quicker. */
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

/* Writes the nonce of a GMAC. */
static void
put_gmac_nonce(
	uint8_t out[GMAC_NONCE_SIZE], const struct gmac_kind *kind, const uint8_t *nonce)
{
	memcpy(out, kind->way, WAY_SIZE);
	memcpy(out + WAY_SIZE, nonce, NONCE_SIZE);
}

/*
 * The MAC of a long body: HMAC-SHA256 of its GMAC. That is a MAC as good as HMAC of the body
 * itself where two bodies have the same GMAC by chance alone; and as it is hidden in HMAC, nobody
 * who makes a service answer a nonce twice learns anything about its key.
 */
static void
mac_by_gmac(const struct key *key, const struct gmac_kind *kind, const uint8_t *nonce,
	const void *body, size_t size, uint8_t mac[MAC_SIZE])
{
	uint8_t gmac_nonce[GMAC_NONCE_SIZE], tag[GMAC_SIZE];

	put_gmac_nonce(gmac_nonce, kind, nonce);
	secret_gmac_kept(key, gmac_nonce, body, size, tag);
	mac_of(key, kind->label, nonce, tag, sizeof(tag), mac);
}

void
frame_sign(const struct key *key, uint64_t nonce, const void *body, size_t size,
	uint8_t *frame)
{
	put_nonce(frame + MAC_SIZE, nonce);
	mac_of(key, call_label, frame + MAC_SIZE, body, size, frame);
}

void
frame_sign_by_gmac(const struct key *key, uint64_t nonce, const void *body, size_t size,
	uint8_t *frame)
{
	if (size < FRAME_LONG_BYTES_MIN) {
		frame_sign(key, nonce, body, size, frame);
		return;
	}
	put_nonce(frame + MAC_SIZE, nonce);
	mac_by_gmac(key, &call_by_gmac, frame + MAC_SIZE, body, size, frame);
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

struct secret_mac *
frame_sign_begin_by_gmac(const struct key *key, uint64_t nonce)
{
	uint8_t nonce_bytes[NONCE_SIZE], gmac_nonce[GMAC_NONCE_SIZE];

	put_nonce(nonce_bytes, nonce);
	put_gmac_nonce(gmac_nonce, &call_by_gmac, nonce_bytes);
	return secret_gmac_begin(key, gmac_nonce);
}

void
frame_sign_end_by_gmac(
	const struct key *key, struct secret_mac *mac, uint64_t nonce, uint8_t *frame)
{
	uint8_t tag[GMAC_SIZE];

	secret_gmac_end(mac, tag);
	put_nonce(frame + MAC_SIZE, nonce);
	mac_of(key, call_by_gmac.label, frame + MAC_SIZE, tag, sizeof(tag), frame);
}

/* Whether a call's frame of a length that may be has the MAC of either kind. */
static bool
is_authentic(const struct key *key, const uint8_t *frame, size_t body_size)
{
	const uint8_t *nonce = frame + MAC_SIZE, *body = frame + FRAME_HEADER_SIZE;
	uint8_t mac[MAC_SIZE];

	if (body_size >= FRAME_LONG_BYTES_MIN) {
		mac_by_gmac(key, &call_by_gmac, nonce, body, body_size, mac);
		if (secret_equal(mac, frame, MAC_SIZE))
			return true;
	}
	/* A gateway of the release before knows nothing of GMAC, and a forged frame costs both. */
	mac_of(key, call_label, nonce, body, body_size, mac);
	return secret_equal(mac, frame, MAC_SIZE);
}

const uint8_t *
frame_open(const struct key *key, const void *frame, size_t size, uint64_t *nonce,
	size_t *body_size)
{
	const uint8_t *bytes = frame;

	/* The length is checked first, so that no more is hashed than a message may hold. */
	if (size <= FRAME_HEADER_SIZE ||
		size - FRAME_HEADER_SIZE > MESSAGE_IMAGE_BYTES_MAX)
		return NULL;
	*body_size = size - FRAME_HEADER_SIZE;
	if (!is_authentic(key, bytes, *body_size))
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

void
frame_sign_reply_by_gmac(const struct key *key, uint64_t nonce, const void *body,
	size_t size, uint8_t mac[FRAME_REPLY_HEADER_SIZE])
{
	uint8_t nonce_bytes[NONCE_SIZE];

	put_nonce(nonce_bytes, nonce);
	if (size >= GMAC_BYTES_MIN)
		mac_by_gmac(key, &reply_by_gmac, nonce_bytes, body, size, mac);
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
