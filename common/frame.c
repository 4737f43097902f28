#include <string.h>

#include "common/message.h"
#include "common/secret_algorithms.h"

#define NONCE_SIZE (FRAME_HEADER_SIZE - MAC_SIZE)

void
frame_sign(const struct key *key, uint64_t nonce, const void *body, size_t size,
	uint8_t *frame)
{
	uint8_t *at = frame + MAC_SIZE;

	for (unsigned i = 0; i < NONCE_SIZE; i++)
		at[i] = (uint8_t)(nonce >> (8 * (NONCE_SIZE - 1 - i)));
	secret_mac_joined(key, at, NONCE_SIZE, body, size, frame);
}

const uint8_t *
frame_open(const struct key *key, const void *frame, size_t size, uint64_t *nonce,
	size_t *body_size)
{
	const uint8_t *bytes = frame;
	uint8_t mac[MAC_SIZE];

	/* The length comes first: nobody makes us hash more than a message may hold. */
	if (size <= FRAME_HEADER_SIZE || size - FRAME_HEADER_SIZE > MESSAGE_BYTES_MAX)
		return NULL;
	secret_mac(key, bytes + MAC_SIZE, size - MAC_SIZE, mac);
	if (!secret_equal(mac, bytes, MAC_SIZE))
		return NULL;
	*nonce = 0;
	for (unsigned i = 0; i < NONCE_SIZE; i++)
		*nonce = *nonce << 8 | bytes[MAC_SIZE + i];
	*body_size = size - FRAME_HEADER_SIZE;
	return bytes + FRAME_HEADER_SIZE;
}
