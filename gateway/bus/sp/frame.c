/*
 * frame.c - calls and pings become signed frames in the stream.
 *
 * Calls stay as they are until the turn ends; then all queued calls are framed and
 * written together. Each frame knows its offset in the stream, so that after a loss it is
 * certain which calls the replica cannot have seen.
 *
 * HMAC-SHA-256 of an image of 8 MiB takes 4 ms, and every other request of the loop would
 * wait for it. So a call in two parts is signed one piece in each turn, and then framed.
 */
#include <string.h>

#include "common/bus/replay.h"
#include "gateway/bus/sp/inside.h"

/* A larger rest of a message is not copied. */
#define LARGE_BYTES_MIN (size_t)(256 * 1024)

/* Calls are framed while fewer bytes than this wait for the kernel. */
#define OUT_BYTES_MAX (size_t)(1024 * 1024)

/* A piece is signed in an eighth of a millisecond. */
#define PIECE_BYTES (size_t)(256 * 1024)

/* A service refuses a nonce that too many later ones have overtaken (replay.h). */
#define OVERTAKEN_MAX (REPLAY_WINDOW / 2)

/* ---- signing in pieces ---- */

/* Whether a call can be framed. */
static bool
is_signed(const struct sp_call *call)
{
	return call->base.rest_size == 0 ||
		(call->mac != NULL && call->signed_bytes == call->base.rest_size &&
			call->bus->nonce - call->base.nonce < OVERTAKEN_MAX);
}

/* Signs the next piece. */
static void
sign_piece(struct sp_call *call)
{
	size_t piece;

	if (is_signed(call))
		return;
	if (call->signed_bytes == call->base.rest_size)
		sp_call_unsign(call); /* its nonce is too old */
	if (call->mac == NULL) {
		call->base.nonce = call->bus->nonce++;
		call->mac = frame_sign_begin(&call->service->key, call->base.nonce);
		secret_mac_add(call->mac, call->base.body, call->base.size);
	}
	piece = call->base.rest_size - call->signed_bytes;
	if (piece > PIECE_BYTES)
		piece = PIECE_BYTES;
	secret_mac_add(call->mac, call->base.rest + call->signed_bytes, piece);
	call->signed_bytes += piece;
}

/* ---- frames ---- */

/* Adds the header of a frame whose body has this size and follows. */
static void
add_header(struct sp_replica *replica, uint32_t id,
	const uint8_t signature[FRAME_HEADER_SIZE], size_t size)
{
	uint8_t header[SP_WIRE_HEADER_MAX + FRAME_HEADER_SIZE];
	size_t used = sp_wire_header(
		header, replica->ipc, SP_WIRE_ID_BIT | id, FRAME_HEADER_SIZE + size);

	memcpy(header + used, signature, FRAME_HEADER_SIZE);
	used += FRAME_HEADER_SIZE;
	bus_stream_add(replica, header, used);
	replica->framed += used + size;
}

/* Copies the rest of the large call into the stream. */
static void
copy_large(struct sp_replica *replica)
{
	if (replica->large.left == 0)
		return;
	bus_stream_add(replica, replica->large.data, replica->large.left);
	replica->large = (struct sp_large){0};
}

void
bus_frame_keep(struct sp_replica *replica, const struct sp_call *call)
{
	if (replica->large.call == call)
		copy_large(replica);
}

uint64_t
bus_frame_add(struct sp_replica *replica, uint32_t id, const void *body, size_t size)
{
	const uint64_t nonce = replica->bus->nonce++;
	uint8_t signature[FRAME_HEADER_SIZE];

	copy_large(replica);
	frame_sign(&replica->service->key, nonce, body, size, signature);
	add_header(replica, id, signature, size);
	bus_stream_add(replica, body, size);
	return nonce;
}

/* Frames a call in two parts. TLS copies the rest in any case. */
static void
add_parts(struct sp_replica *replica, struct sp_call *call)
{
	const struct bus_call *base = &call->base;
	uint8_t signature[FRAME_HEADER_SIZE];

	frame_sign_end(call->mac, base->nonce, signature);
	call->mac = NULL;
	call->signed_bytes = 0;
	add_header(replica, call->wire_id, signature, base->size + base->rest_size);
	bus_stream_add(replica, base->body, base->size);
	if (base->rest_size < LARGE_BYTES_MIN || replica->channel != NULL)
		bus_stream_add(replica, base->rest, base->rest_size);
	else
		replica->large = (struct sp_large){call, base->rest, base->rest_size};
}

/* ---- queued calls ---- */

/* Whether more calls may be framed. A replica that hangs gets none, so that its queue can
 * go to another one. */
static bool
takes_frames(const struct sp_replica *replica)
{
	return replica->alive && replica->large.left == 0 &&
		replica->out.end - replica->out.start < OUT_BYTES_MAX;
}

/* A wire id whose entry in the table is free. The table is larger than the cap. */
static uint32_t
free_id(struct sp_replica *replica)
{
	uint32_t id = 0;

	do {
		id = replica->next_id++ & (BUS_PING_BIT - 1);
	} while (replica->table[id & replica->table_mask] != NULL);
	return id;
}

/* Frames the queued calls that are signed. */
static void
frame_queued(struct sp_replica *replica)
{
	while (replica->queued.first != NULL && takes_frames(replica)) {
		struct sp_call *call = replica->queued.first;

		if (!is_signed(call)) {
			bus_sp_wake(replica->bus);
			return;
		}
		sp_call_detach(call);
		call->wire_id = free_id(replica);
		call->stream_offset = replica->framed;
		replica->table[call->wire_id & replica->table_mask] = call;
		sp_call_append(&replica->sent, call, SP_CALL_SENT);
		if (call->base.rest_size > 0)
			add_parts(replica, call);
		else
			call->base.nonce = bus_frame_add(
				replica, call->wire_id, call->base.body, call->base.size);
	}
}

bool
bus_frame_flush(struct sp_replica *replica)
{
	if (replica->queued.first != NULL && takes_frames(replica))
		sign_piece(replica->queued.first);
	do {
		frame_queued(replica);
		if (replica->out.start == replica->out.end && replica->large.left == 0)
			return true;
		if (!bus_stream_write(replica))
			return false;
	} while (!replica->blocked);
	return true;
}

bool
bus_frame_exposed(const struct sp_call *call)
{
	return call->replica->written > call->stream_offset;
}
