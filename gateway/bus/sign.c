/*
 * sign.c - the MAC of a large call, made over several turns.
 *
 * All others of a loop would wait until an image is read from its begin to its end. So a call whose
 * end lies elsewhere is signed a part in each turn, and framed when that is done.
 */
#include "common/bus/replay.h"
#include "gateway/bus/sp.h"

/* So much is signed in a turn. SHA-256 takes an eighth of a millisecond for it. */
#define SIGNED_BYTES_MAX (size_t)(256 * 1024)

/* So many frames may get their nonces between that of a call's and its framing. */
#define OVERTAKEN_MAX (REPLAY_WINDOW / 2)

/* Its nonce has to be one that the replica still takes (common/bus/replay.h) although others have
 * overtaken it. */
bool
bus_sign_done(const struct bus_call *call)
{
	return call->rest_size == 0 ||
		(call->mac != NULL && call->signed_bytes == call->rest_size &&
			call->bus->nonce - call->nonce < OVERTAKEN_MAX);
}

void
bus_sign_part(struct bus_call *call)
{
	size_t part;

	if (bus_sign_done(call))
		return;
	if (call->signed_bytes == call->rest_size)
		bus_calls_unsign(call); /* too many have overtaken it */
	if (call->mac == NULL) {
		call->nonce = call->bus->nonce++;
		call->mac = frame_sign_begin(&call->service->key, call->nonce);
		secret_mac_add(call->mac, call->body, call->size);
	}
	part = call->rest_size - call->signed_bytes;
	if (part > SIGNED_BYTES_MAX)
		part = SIGNED_BYTES_MAX;
	secret_mac_add(call->mac, call->rest + call->signed_bytes, part);
	call->signed_bytes += part;
}

void
bus_sign_end(struct bus_call *call, uint8_t signature[FRAME_HEADER_SIZE])
{
	frame_sign_end(call->mac, call->nonce, signature);
	call->mac = NULL;
	call->signed_bytes = 0;
}
