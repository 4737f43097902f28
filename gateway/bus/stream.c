/*
 * stream.c - the bytes of a connection.
 *
 * Calls stay as they are until the turn ends; then all that are queued are framed into one
 * buffer and handed to the kernel in one call. What the kernel does not take waits there.
 * Each frame knows its offset in the stream, so that after a loss it is certain which
 * calls no replica can have seen.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "common/base/log.h"
#include "common/bus/message.h"
#include "gateway/bus/memory.h"
#include "gateway/bus/sp.h"

/* The end of a message that is larger is written from where it lies, and not copied. */
#define LARGE_BYTES_MIN (size_t)(256 * 1024)

/* Queued calls are framed while fewer bytes than this wait for the kernel. */
#define OUT_BYTES_MAX (size_t)(1024 * 1024)

#define BUFFER_BYTES (size_t)(64 * 1024)

#define REPLY_BYTES_MAX (size_t)(MESSAGE_REPLY_BYTES_MAX + FRAME_REPLY_HEADER_SIZE)

/* Makes room for so many bytes after .end, at the cost of moving what is there. */
static void
reserve(struct bus_stream *stream, size_t size)
{
	size_t used;
	size_t capacity;

	if (stream->capacity - stream->end >= size)
		return;
	used = stream->end - stream->start;
	if (used > 0)
		memmove(stream->data, stream->data + stream->start, used);
	stream->start = 0;
	stream->end = used;
	if (stream->capacity - used >= size)
		return;
	capacity = stream->capacity > 0 ? stream->capacity : BUFFER_BYTES;
	while (capacity - used < size)
		capacity *= 2;
	stream->data = bus_memory_grow(stream->data, capacity, 1);
	stream->capacity = capacity;
}

/* Begins again at the front once all is used; a buffer that grew is given back. */
static void
consume(struct bus_stream *stream, size_t size)
{
	stream->start += size;
	if (stream->start < stream->end)
		return;
	stream->start = 0;
	stream->end = 0;
	if (stream->capacity > BUFFER_BYTES) {
		free(stream->data);
		*stream = (struct bus_stream){0};
	}
}

/* Adds bytes to what waits. */
static void
add(struct bus_stream *stream, const void *data, size_t size)
{
	reserve(stream, size);
	if (size > 0)
		memcpy(stream->data + stream->end, data, size);
	stream->end += size;
}

/* Adds the beginning of a frame with so large a body, which is to follow. */
static void
add_head(struct bus_replica *replica, uint32_t id,
	const uint8_t signature[FRAME_HEADER_SIZE], size_t size)
{
	uint8_t head[SP_WIRE_HEADER_MAX + FRAME_HEADER_SIZE];
	size_t used = sp_wire_header(
		head, replica->ipc, SP_WIRE_ID_BIT | id, FRAME_HEADER_SIZE + size);

	memcpy(head + used, signature, FRAME_HEADER_SIZE);
	used += FRAME_HEADER_SIZE;
	add(&replica->out, head, used);
	replica->framed += used + size;
}

/* Makes the rest of the large call wait like all else. */
static void
gather_large(struct bus_replica *replica)
{
	if (replica->large.left == 0)
		return;
	add(&replica->out, replica->large.data, replica->large.left);
	replica->large = (struct bus_large){0};
}

void
bus_stream_part(struct bus_replica *replica, const struct bus_call *call)
{
	if (replica->large.call == call)
		gather_large(replica);
}

uint64_t
bus_stream_frame(struct bus_replica *replica, uint32_t id, const void *body, size_t size)
{
	const uint64_t nonce = replica->bus->nonce++;
	uint8_t signature[FRAME_HEADER_SIZE];

	gather_large(replica);
	frame_sign(&replica->service->key, nonce, body, size, signature);
	add_head(replica, id, signature, size);
	add(&replica->out, body, size);
	return nonce;
}

/* Whether more calls may be framed. A replica that hangs gets none: its queue may go elsewhere. */
static bool
takes_calls(const struct bus_replica *replica)
{
	return replica->alive && replica->large.left == 0 &&
		replica->out.end - replica->out.start < OUT_BYTES_MAX;
}

/* Frames a call whose end lies elsewhere. What is encrypted is copied anyway. */
static void
frame_parts(struct bus_replica *replica, struct bus_call *call)
{
	uint8_t signature[FRAME_HEADER_SIZE];

	bus_sign_end(call, signature);
	add_head(replica, call->wire_id, signature, call->size + call->rest_size);
	add(&replica->out, call->body, call->size);
	if (call->rest_size < LARGE_BYTES_MIN || replica->channel != NULL)
		add(&replica->out, call->rest, call->rest_size);
	else
		replica->large = (struct bus_large){call, call->rest, call->rest_size};
}

const uint8_t *
bus_stream_open(const struct bus_service *service, uint64_t nonce,
	const struct sp_wire_frame *frame, size_t *size)
{
	const uint8_t *body = frame_open_reply(
		&service->key, nonce, frame->body, frame->body_size, size);

	if (body == NULL) {
		log_warn("forged_reply",
			LOG_TEXT("service",
				service_names[service - service->bus->services]),
			LOG_INT("bytes", (int64_t)frame->body_size));
	}
	return body;
}

/* A wire id whose place in the table is free. The table has more places than calls. */
static uint32_t
free_id(struct bus_replica *replica)
{
	uint32_t id = 0;

	do {
		id = replica->next_id++ & (BUS_PING_BIT - 1);
	} while (replica->table[id & replica->table_mask] != NULL);
	return id;
}

/* Turns queued calls into frames. */
static void
frame_queued(struct bus_replica *replica)
{
	while (replica->queued.first != NULL && takes_calls(replica)) {
		struct bus_call *call = replica->queued.first;

		if (!bus_sign_done(call)) {
			bus_sp_wake(replica->bus);
			return;
		}
		bus_calls_detach(call);
		call->wire_id = free_id(replica);
		call->stream_offset = replica->framed;
		replica->table[call->wire_id & replica->table_mask] = call;
		bus_calls_append(&replica->sent, call, BUS_CALL_SENT);
		if (call->rest_size > 0)
			frame_parts(replica, call);
		else
			call->nonce = bus_stream_frame(
				replica, call->wire_id, call->body, call->size);
	}
}

void
bus_stream_block(struct bus_replica *replica, bool blocked)
{
	if (replica->blocked == blocked)
		return;
	replica->blocked = blocked;
	loop_change(replica->bus->loop, replica->fd,
		blocked ? EPOLLIN | EPOLLOUT : (uint32_t)EPOLLIN);
}

ssize_t
bus_stream_send(const struct bus_replica *replica, const void *data, size_t size)
{
	return replica->channel != NULL ? channel_write(replica->channel, data, size)
					: send(replica->fd, data, size, MSG_NOSIGNAL);
}

/* So much of the large call is written. */
static void
consume_large(struct bus_large *large, size_t size)
{
	large->data += size;
	large->left -= size;
	if (large->left == 0)
		*large = (struct bus_large){0};
}

bool
bus_stream_flush(struct bus_replica *replica)
{
	struct bus_stream *out = &replica->out;

	if (replica->queued.first != NULL && takes_calls(replica))
		bus_sign_part(replica->queued.first);
	for (;;) {
		size_t waiting;
		bool gathered;
		ssize_t taken;

		frame_queued(replica);
		waiting = out->end - out->start;
		gathered = waiting > 0;
		if (!gathered && replica->large.left == 0)
			break;
		if (!gathered)
			waiting = replica->large.left;
		taken = bus_stream_send(replica,
			gathered ? out->data + out->start : replica->large.data, waiting);
		if (taken < 0 && errno == EINTR)
			continue;
		if (taken < 0 && errno != EAGAIN && errno != EWOULDBLOCK)
			return false;
		if (taken > 0) {
			replica->written += (size_t)taken;
			if (gathered)
				consume(out, (size_t)taken);
			else
				consume_large(&replica->large, (size_t)taken);
		}
		/* What is encrypted is taken a record at a time, however much room there is. */
		if (taken < 0 || ((size_t)taken < waiting && replica->channel == NULL)) {
			bus_stream_block(replica, true);
			return true;
		}
	}
	return true;
}

bool
bus_stream_read(struct bus_replica *replica, bool *more)
{
	const bool encrypted = replica->channel != NULL;
	struct bus_stream *in = &replica->in;
	size_t room;
	ssize_t got;

	*more = false;
	reserve(in, encrypted ? CHANNEL_READ_BYTES : 1);
	room = in->capacity - in->end;
	got = encrypted ? channel_read(replica->channel, in->data + in->end, room)
			: read(replica->fd, in->data + in->end, room);
	if (got < 0)
		return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
	in->end += (size_t)got;
	*more = (size_t)got == room || (encrypted && got == CHANNEL_READ_BYTES);
	return got > 0;
}

/* Gives a reply to its call; false when it is forged. A reply whose call has ended is dropped. */
static bool
reply(struct bus_replica *replica, const struct sp_wire_frame *frame)
{
	const uint32_t id = frame->id & ~SP_WIRE_ID_BIT;
	struct bus_call *call;
	size_t size;
	const uint8_t *body;

	if (id & BUS_PING_BIT)
		return bus_ping_answered(replica, id, frame);
	call = replica->table[id & replica->table_mask];
	if (call == NULL || call->wire_id != id)
		return true;
	size = 0;
	body = bus_stream_open(replica->service, call->nonce, frame, &size);
	if (body == NULL)
		return false;
	replica->heard = true;
	bus_place_end(call, BUS_ANSWERED, body, size);
	return true;
}

bool
bus_stream_replies(struct bus_replica *replica)
{
	struct bus_stream *in = &replica->in;

	for (;;) {
		struct sp_wire_frame frame;
		const size_t size = in->end - in->start;

		if (size == 0)
			return true;
		switch (sp_wire_parse(in->data + in->start, size, replica->ipc,
			REPLY_BYTES_MAX, &frame)) {
		case SP_WIRE_BROKEN:
			return false;
		case SP_WIRE_PARTIAL:
			reserve(in, frame.size - size);
			return true;
		case SP_WIRE_FRAME:
			if (!reply(replica, &frame))
				return false;
			consume(in, frame.size);
			break;
		}
	}
}

bool
bus_stream_exposed(const struct bus_call *call)
{
	return call->replica->written > call->stream_offset;
}

void
bus_stream_reset(struct bus_replica *replica)
{
	free(replica->in.data);
	free(replica->out.data);
	replica->in = (struct bus_stream){0};
	replica->out = (struct bus_stream){0};
	replica->large = (struct bus_large){0};
	replica->framed = 0;
	replica->written = 0;
	replica->blocked = false;
}
