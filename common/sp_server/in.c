/*
 * in.c - reads from a peer, and hands its complete frames to the receiver.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include "common/base/clock.h"
#include "common/base/log.h"
#include "common/base/must.h"
#include "common/sp_server/inside.h"

#define READ_BYTES ((size_t)32 * 1024)

/* Copies a frame, so that it outlives the buffer. */
static struct frame *
keep_frame(struct peer *peer, const struct sp_wire_frame *wire, int64_t now_us)
{
	struct sp_frame *kept = must(malloc(sizeof(*kept) + wire->body_size));

	*kept = (struct sp_frame){
		.frame = {.bytes = memcpy(kept + 1, wire->body, wire->body_size),
			.size = wire->body_size,
			.arrived_us = now_us,
			.is_gone = &peer->closed},
		.peer = peer,
		.id = wire->id};
	peer->references++;
	return &kept->frame;
}

/* Reads the hello of a peer; false when it is wrong. */
static bool
greet(struct peer *peer)
{
	struct sp_bytes *in = &peer->in;

	if (in->end - in->start < SP_WIRE_HELLO_SIZE)
		return true;
	if (!sp_wire_hello_valid(in->data + in->start, SP_WIRE_REQ))
		return false;
	sp_server_bytes_use(in, SP_WIRE_HELLO_SIZE);
	peer->greeted = true;
	return true;
}

/* Takes complete frames out of the buffer while the receiver has room; false when the
 * peer broke the protocol. When the connection is closed meanwhile, the rest is
 * dropped. */
static bool
parse(struct peer *peer)
{
	struct server *server = peer->server;
	const struct receiver *receiver = server->receiver;
	struct sp_bytes *in = &peer->in;
	int64_t now_us = clock_monotonic_us();

	while (in->end > in->start && !atomic_load(&peer->closed)) {
		struct sp_wire_frame wire;

		if (!receiver->has_room(receiver->data)) {
			server->held = true;
			return true;
		}
		switch (sp_wire_parse(in->data + in->start, in->end - in->start,
			server->ipc,
			peer->trusted ? receiver->frame_bytes_max
				      : receiver->stranger_bytes_max,
			&wire)) {
		case SP_WIRE_BROKEN:
			return false;
		case SP_WIRE_PARTIAL:
			peer->wanted = wire.size;
			return true;
		case SP_WIRE_FRAME:
			receiver->take(receiver->data, keep_frame(peer, &wire, now_us));
			sp_server_bytes_use(in, wire.size);
			peer->wanted = 0;
			break;
		}
	}
	return true;
}

/* Uses what was read; closes the connection when the peer broke the protocol. */
static void
take(struct peer *peer)
{
	bool good = peer->greeted || greet(peer);

	peer->references++;
	if (good && peer->greeted)
		good = parse(peer);
	if (!good)
		sp_server_peer_close(peer);
	sp_server_peer_release(peer);
}

/* Continues the handshake of an encrypted connection, and greets when it is over; false
 * when the peer does not know the key. */
static bool
shake(struct peer *peer)
{
	switch (channel_shake(peer->channel)) {
	case CHANNEL_SHAKING:
		return true;
	case CHANNEL_OPEN:
		peer->secured = true;
		return sp_server_out_greet(peer);
	case CHANNEL_BROKEN:
		break;
	}
	if (errno == EPROTO)
		log_warn("bus_handshake", LOG_TEXT("error", "the peer lacks the key"));
	return false;
}

/* Reads once; false when the connection is broken. A large frame is read to its end and
 * not beyond, so that one look at the buffer finds no more frames than fit into
 * READ_BYTES. */
static bool
receive(struct peer *peer)
{
	struct sp_bytes *in = &peer->in;
	size_t have = in->end - in->start;
	bool large = peer->wanted > READ_BYTES && peer->wanted > have;
	size_t room = large ? peer->wanted - have : READ_BYTES;
	uint8_t *at;
	ssize_t got;

	if (peer->channel != NULL && !peer->secured)
		return shake(peer);
	/* The rest of a record that was not read raises no event. */
	if (peer->channel != NULL && room < CHANNEL_READ_BYTES)
		room = CHANNEL_READ_BYTES;
	at = sp_server_bytes_reserve(in, room);
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
sp_server_in_ready(void *data, uint32_t events)
{
	struct peer *peer = data;

	peer->references++; /* it may be closed on the way */
	if (events & EPOLLOUT)
		sp_server_out_unblock(peer);
	if (!atomic_load(&peer->closed) && (events & ~(uint32_t)EPOLLOUT) != 0) {
		if (receive(peer))
			take(peer);
		else
			sp_server_peer_close(peer);
	}
	sp_server_peer_release(peer);
}

void
sp_server_in_pause(struct server *server, bool paused)
{
	server->paused = paused;
	server->held = server->held && paused;
	for (size_t i = 0; i < SP_SERVER_PEERS_MAX; i++) {
		struct peer *peer = server->peers[i];

		if (peer == NULL)
			continue;
		sp_server_peer_watch(peer);
		/* Bytes that were read before the pause raise no event. */
		if (!paused)
			take(peer);
	}
}
