/*
 * stream.c - the bytes of a connection.
 *
 * Frames of a turn are gathered and handed to the kernel in one call. What the kernel
 * does not take waits.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "gateway/bus/base/memory.h"
#include "gateway/bus/sp/inside.h"

#define BUFFER_BYTES (size_t)(64 * 1024)

#define REPLY_BYTES_MAX (size_t)(MESSAGE_REPLY_BYTES_MAX + FRAME_REPLY_HEADER_SIZE)

/* Makes room for so many bytes after .end, and may move what is there. */
static void
reserve(struct sp_stream *stream, size_t size)
{
	const size_t used = stream->end - stream->start;
	size_t capacity;

	if (stream->capacity - stream->end >= size)
		return;
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

/* Drops bytes from the front. An empty buffer that grew is freed. */
static void
consume(struct sp_stream *stream, size_t size)
{
	stream->start += size;
	if (stream->start < stream->end)
		return;
	stream->start = 0;
	stream->end = 0;
	if (stream->capacity > BUFFER_BYTES) {
		free(stream->data);
		*stream = (struct sp_stream){0};
	}
}

uint8_t *
bus_stream_extend(struct sp_replica *replica, size_t size)
{
	struct sp_stream *out = &replica->out;

	reserve(out, size);
	out->end += size;
	return out->data + out->end - size;
}

void
bus_stream_block(struct sp_replica *replica, bool blocked)
{
	if (replica->blocked == blocked)
		return;
	replica->blocked = blocked;
	loop_change(replica->bus->loop, replica->fd,
		blocked ? EPOLLIN | EPOLLOUT : (uint32_t)EPOLLIN);
}

ssize_t
bus_stream_send(const struct sp_replica *replica, const void *data, size_t size)
{
	return replica->channel != NULL ? channel_write(replica->channel, data, size)
					: send(replica->fd, data, size, MSG_NOSIGNAL);
}

bool
bus_stream_write(struct sp_replica *replica)
{
	struct sp_stream *out = &replica->out;
	const size_t waiting = out->end - out->start;
	ssize_t taken;

	do {
		taken = bus_stream_send(replica, out->data + out->start, waiting);
	} while (taken < 0 && errno == EINTR);
	if (taken < 0 && errno != EAGAIN && errno != EWOULDBLOCK)
		return false;
	if (taken > 0) {
		replica->written += (size_t)taken;
		consume(out, (size_t)taken);
	}
	/* TLS takes one record at a time, however much room there is. */
	if (taken < 0 || ((size_t)taken < waiting && replica->channel == NULL))
		bus_stream_block(replica, true);
	return true;
}

bool
bus_stream_read(struct sp_replica *replica, bool *more)
{
	const bool encrypted = replica->channel != NULL;
	struct sp_stream *in = &replica->in;
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

enum sp_wire_status
bus_stream_next(struct sp_replica *replica, struct sp_wire_frame *frame)
{
	struct sp_stream *in = &replica->in;
	const size_t size = in->end - in->start;
	enum sp_wire_status status;

	if (size == 0)
		return SP_WIRE_PARTIAL;
	status = sp_wire_parse(
		in->data + in->start, size, replica->ipc, REPLY_BYTES_MAX, frame);
	if (status == SP_WIRE_PARTIAL)
		reserve(in, frame->size - size);
	return status;
}

void
bus_stream_consume(struct sp_replica *replica, size_t size)
{
	consume(&replica->in, size);
}

void
bus_stream_reset(struct sp_replica *replica)
{
	free(replica->in.data);
	free(replica->out.data);
	replica->in = (struct sp_stream){0};
	replica->out = (struct sp_stream){0};
	replica->framed = 0;
	replica->written = 0;
	replica->blocked = false;
}
