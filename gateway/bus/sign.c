/*
 * sign.c - signs a large call over several turns of the loop.
 *
 * HMAC-SHA-256 of an image of 8 MiB takes 4 ms, and every other request of the loop would
 * wait for it. So a call in two parts is signed one piece in each turn, and then framed.
 */
#include "common/bus/replay.h"
#include "gateway/bus/sp.h"

/* The piece of one turn: an eighth of a millisecond. */
#define PIECE_BYTES (size_t)(256 * 1024)

/* A service refuses a nonce that too many later ones have overtaken (replay.h). */
#define OVERTAKEN_MAX (REPLAY_WINDOW / 2)

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
	size_t piece;

	if (bus_sign_done(call))
		return;
	if (call->signed_bytes == call->rest_size)
		bus_calls_unsign(call); /* its nonce is too old */
	if (call->mac == NULL) {
		call->nonce = call->bus->nonce++;
		call->mac = frame_sign_begin(&call->service->key, call->nonce);
		secret_mac_add(call->mac, call->body, call->size);
	}
	piece = call->rest_size - call->signed_bytes;
	if (piece > PIECE_BYTES)
		piece = PIECE_BYTES;
	secret_mac_add(call->mac, call->rest + call->signed_bytes, piece);
	call->signed_bytes += piece;
}

void
bus_sign_end(struct bus_call *call, uint8_t signature[FRAME_HEADER_SIZE])
{
	frame_sign_end(call->mac, call->nonce, signature);
	call->mac = NULL;
	call->signed_bytes = 0;
}
