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

/* Whether the replica reads the MAC that is being made. It was begun for another one perhaps, or for
 * who answered at the same address before; and what all read is never begun anew. */
static bool
is_readable(const struct bus_replica *replica, const struct bus_call *call)
{
	return !call->gmac || replica->gmac;
}

/* Its nonce has to be one that the replica still takes (common/bus/replay.h) although others have
 * overtaken it. */
bool
bus_sign_done(const struct bus_replica *replica, const struct bus_call *call)
{
	return call->rest_size == 0 ||
		(call->mac != NULL && call->signed_bytes == call->rest_size &&
			is_readable(replica, call) &&
			call->bus->nonce - call->nonce < OVERTAKEN_MAX);
}

/* Begins the MAC, by GMAC where that is quicker and the replica reads it. */
static void
begin(const struct bus_replica *replica, struct bus_call *call)
{
	call->nonce = call->bus->nonce++;
	call->gmac =
		replica->gmac && call->size + call->rest_size >= FRAME_LONG_BYTES_MIN;
	call->mac = (call->gmac ? frame_sign_begin_by_gmac : frame_sign_begin)(
		&replica->service->key, call->nonce);
	secret_mac_add(call->mac, call->body, call->size);
}

void
bus_sign_part(struct bus_replica *replica, struct bus_call *call)
{
	size_t part;

	if (bus_sign_done(replica, call))
		return;
	/* When all of it is signed, too many have overtaken it. */
	if (call->signed_bytes == call->rest_size || !is_readable(replica, call))
		bus_calls_unsign(call);
	if (call->mac == NULL)
		begin(replica, call);
	part = call->rest_size - call->signed_bytes;
	if (part > SIGNED_BYTES_MAX)
		part = SIGNED_BYTES_MAX;
	secret_mac_add(call->mac, call->rest + call->signed_bytes, part);
	call->signed_bytes += part;
}

void
bus_sign_end(struct bus_call *call, uint8_t signature[FRAME_HEADER_SIZE])
{
	if (call->gmac)
		frame_sign_end_by_gmac(
			&call->service->key, call->mac, call->nonce, signature);
	else
		frame_sign_end(call->mac, call->nonce, signature);
	call->mac = NULL;
	call->signed_bytes = 0;
}
