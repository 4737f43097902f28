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

uint64_t
bus_stream_frame(struct bus_replica *replica, uint32_t id, const void *body, size_t size)
{
	struct bus_stream *out = &replica->out;
	const uint64_t nonce = replica->bus->nonce++;
	uint8_t *frame;
	size_t used;

	reserve(out, SP_WIRE_HEADER_MAX + FRAME_HEADER_SIZE + size);
	frame = out->data + out->end;
	used = sp_wire_header(
		frame, replica->ipc, SP_WIRE_ID_BIT | id, FRAME_HEADER_SIZE + size);
	frame_sign(&replica->service->key, nonce, body, size, frame + used);
	used += FRAME_HEADER_SIZE;
	if (size > 0)
		memcpy(frame + used, body, size);
	used += size;
	out->end += used;
	replica->framed += used;
	return nonce;
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
	/* A replica that hangs gets no more: its queue may still go elsewhere. */
	while (replica->alive && replica->queued.first != NULL &&
		replica->out.end - replica->out.start < OUT_BYTES_MAX) {
		struct bus_call *call = replica->queued.first;

		bus_calls_detach(call);
		call->wire_id = free_id(replica);
		call->stream_offset = replica->framed;
		replica->table[call->wire_id & replica->table_mask] = call;
		bus_calls_append(&replica->sent, call, BUS_CALL_SENT);
		call->nonce =
			bus_stream_frame(replica, call->wire_id, call->body, call->size);
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

bool
bus_stream_flush(struct bus_replica *replica)
{
	struct bus_stream *out = &replica->out;

	for (;;) {
		size_t waiting;
		ssize_t taken;

		frame_queued(replica);
		waiting = out->end - out->start;
		if (waiting == 0)
			break;
		taken = send(replica->fd, out->data + out->start, waiting, MSG_NOSIGNAL);
		if (taken < 0 && errno == EINTR)
			continue;
		if (taken < 0 && errno != EAGAIN && errno != EWOULDBLOCK)
			return false;
		if (taken > 0) {
			replica->written += (size_t)taken;
			consume(out, (size_t)taken);
		}
		if (taken < 0 || (size_t)taken < waiting) {
			bus_stream_block(replica, true);
			return true;
		}
	}
	return true;
}

bool
bus_stream_read(struct bus_replica *replica)
{
	struct bus_stream *in = &replica->in;
	ssize_t got;

	reserve(in, 1);
	got = read(replica->fd, in->data + in->end, in->capacity - in->end);
	if (got < 0)
		return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
	in->end += (size_t)got;
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
	replica->framed = 0;
	replica->written = 0;
	replica->blocked = false;
}
