/*
 * frame.c - calls and pings become signed frames in the stream.
 *
 * Calls stay as they are until the turn ends; then all queued calls are framed and
 * written together. Each frame knows its offset in the stream, so that after a loss it is
 * certain which calls the replica cannot have seen.
 */
#include <string.h>

#include "gateway/bus/sp/inside.h"

/* Calls are framed while fewer bytes than this wait for the kernel. */
#define OUT_BYTES_MAX (size_t)(1024 * 1024)

static uint8_t *
append(uint8_t *at, const void *data, size_t size)
{
	if (size > 0)
		memcpy(at, data, size);
	return at + size;
}

/* Frames a body in two parts under a wire id and returns the nonce that it took. */
static uint64_t
add_frame(struct sp_replica *replica, uint32_t id, const void *body, size_t size,
	const void *rest, size_t rest_size)
{
	const uint64_t nonce = replica->bus->nonce++;
	const size_t signed_size = FRAME_HEADER_SIZE + size + rest_size;
	uint8_t header[SP_WIRE_HEADER_MAX];
	const size_t header_size =
		sp_wire_header(header, replica->ipc, SP_WIRE_ID_BIT | id, signed_size);
	uint8_t *frame = append(bus_stream_extend(replica, header_size + signed_size),
		header, header_size);
	uint8_t *message = frame + FRAME_HEADER_SIZE;

	append(append(message, body, size), rest, rest_size);
	frame_sign(&replica->service->key, nonce, message, size + rest_size, frame);
	replica->framed += header_size + signed_size;
	return nonce;
}

uint64_t
bus_frame_add(struct sp_replica *replica, uint32_t id, const void *body, size_t size)
{
	return add_frame(replica, id, body, size, NULL, 0);
}

/* Whether more calls may be framed. A replica that hangs gets none, so that its queue can
 * go to another one. */
static bool
takes_frames(const struct sp_replica *replica)
{
	return replica->alive && replica->out.end - replica->out.start < OUT_BYTES_MAX;
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

static void
frame_queued(struct sp_replica *replica)
{
	while (replica->queued.first != NULL && takes_frames(replica)) {
		struct sp_call *call = replica->queued.first;
		struct bus_call *base = &call->base;

		sp_call_detach(call);
		call->wire_id = free_id(replica);
		call->stream_offset = replica->framed;
		replica->table[call->wire_id & replica->table_mask] = call;
		sp_call_append(&replica->sent, call, SP_CALL_SENT);
		base->nonce = add_frame(replica, call->wire_id, base->body, base->size,
			base->rest, base->rest_size);
	}
}

bool
bus_frame_flush(struct sp_replica *replica)
{
	do {
		frame_queued(replica);
		if (replica->out.start == replica->out.end)
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
