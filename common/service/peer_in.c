/*
 * peer_in.c - what a peer sends becomes frames.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include "common/base/clock.h"
#include "common/base/log.h"
#include "common/bus/sp_wire.h"
#include "common/service/sp.h"

#define READ_BYTES ((size_t)32 * 1024)

/* The largest frame that a peer may send. What some services take beyond the usual takes a peer that
 * has shown that it knows the key, as a gateway does with its first ping. */
static size_t
frame_bytes_max(const struct service_peer *peer)
{
	size_t most = peer->trusted ? message_bytes_max(peer->sp->process->service->name)
				    : MESSAGE_BYTES_MAX;

	return most + FRAME_HEADER_SIZE;
}

/* A frame that outlives the buffer: a copy, or for a large one that fills the buffer its bytes. */
static struct service_frame *
keep_frame(struct service_peer *peer, const struct sp_wire_frame *wire, int64_t now_us)
{
	struct service_bytes *in = &peer->in;
	const bool large = wire->size > READ_BYTES && wire->size == in->end - in->start;
	struct service_frame *frame =
		service_must(malloc(sizeof(*frame) + (large ? 0 : wire->body_size)));
	const uint8_t *bytes = wire->body;
	uint8_t *buffer = NULL;

	if (large)
		buffer = service_bytes_give(in);
	else
		bytes = memcpy(frame + 1, wire->body, wire->body_size);
	*frame = (struct service_frame){.bytes = bytes,
		.buffer = buffer,
		.size = wire->body_size,
		.arrived_us = now_us,
		.peer = peer,
		.id = wire->id};
	peer->references++;
	return frame;
}

/* Reads the peer's first bytes; false when they are not what they should be. */
static bool
greet(struct service_peer *peer)
{
	struct service_bytes *in = &peer->in;

	if (in->end - in->start < SP_WIRE_HELLO_SIZE)
		return true;
	if (!sp_wire_hello_valid(in->data + in->start, SP_WIRE_REQ))
		return false;
	service_bytes_use(in, SP_WIRE_HELLO_SIZE);
	peer->greeted = true;
	return true;
}

/* Takes whole frames out of the buffer while there is room for them; false when the connection
 * is of no use. */
static bool
parse(struct service_peer *peer)
{
	struct process *process = peer->sp->process;
	struct service_bytes *in = &peer->in;
	int64_t now_us = clock_monotonic_us();

	/* When the connection is closed meanwhile, the rest of what it brought is dropped. */
	while (in->end > in->start && !atomic_load(&peer->closed)) {
		struct sp_wire_frame frame;

		if (!service_lane_room(process)) {
			peer->sp->held = true;
			return true;
		}
		switch (sp_wire_parse(in->data + in->start, in->end - in->start,
			peer->sp->ipc, frame_bytes_max(peer), &frame)) {
		case SP_WIRE_BROKEN:
			return false;
		case SP_WIRE_PARTIAL:
			peer->wanted = frame.size;
			return true;
		case SP_WIRE_FRAME:
			service_lane_take(process, keep_frame(peer, &frame, now_us));
			if (in->end > in->start)
				service_bytes_use(in, frame.size);
			peer->wanted = 0;
			break;
		}
	}
	return true;
}

void
service_peer_take(struct service_peer *peer)
{
	bool good = peer->greeted || greet(peer);

	peer->references++;
	if (good && peer->greeted)
		good = parse(peer);
	if (!good)
		service_peers_close(peer);
	service_peers_release(peer);
}

/* Goes on with the handshake of an encrypted connection, and greets when it is over; false when the
 * peer does not know the key. */
static bool
shake(struct service_peer *peer)
{
	switch (channel_shake(peer->channel)) {
	case CHANNEL_SHAKING:
		return true;
	case CHANNEL_OPEN:
		peer->secured = true;
		return service_peer_greet(peer);
	case CHANNEL_BROKEN:
		break;
	}
	if (errno == EPROTO)
		log_warn("bus_handshake", LOG_TEXT("error", "the peer lacks the key"));
	return false;
}

/* Reads once; false when the connection is of no use. A large frame is read to its end and not
 * beyond, so that one look at the buffer finds no more frames than fit into READ_BYTES. */
static bool
receive(struct service_peer *peer)
{
	struct service_bytes *in = &peer->in;
	size_t have = in->end - in->start;
	bool large = peer->wanted > READ_BYTES && peer->wanted > have;
	size_t room = large ? peer->wanted - have : READ_BYTES;
	uint8_t *at;
	ssize_t got;

	if (peer->channel != NULL && !peer->secured)
		return shake(peer);
	if (peer->channel != NULL && room < CHANNEL_READ_BYTES)
		room = CHANNEL_READ_BYTES; /* else some of a record would stay behind unseen */
	at = service_bytes_reserve(in, room);
	got = peer->channel != NULL ? channel_read(peer->channel, at, room)
				    : recv(peer->fd, at, room, 0);
	if (got < 0)
		return errno == EAGAIN || errno == EINTR;
	if (got == 0)
		return false;
	in->end += (size_t)got;
	return true;
}

void
service_peer_ready(void *data, uint32_t events)
{
	struct service_peer *peer = data;

	peer->references++; /* it may be closed on the way */
	if (events & EPOLLOUT)
		service_peer_unblock(peer);
	if (!atomic_load(&peer->closed) && (events & ~(uint32_t)EPOLLOUT) != 0) {
		if (receive(peer))
			service_peer_take(peer);
		else
			service_peers_close(peer);
	}
	service_peers_release(peer);
}
