/*
 * peer_out.c - the answers of a turn leave together at its end.
 *
 * Bytes that the kernel does not take wait until it does, and nothing more is read from the peer
 * meanwhile. A peer whose unread answers become too many all the same is disconnected.
 */
#include <errno.h>
#include <string.h>
#include <sys/socket.h>

#include "common/bus/sp_wire.h"
#include "common/service/sp.h"

/* Notes whether the kernel takes bytes, and asks to be told when it does again. */
static void
set_blocked(struct service_peer *peer, bool blocked)
{
	if (peer->blocked == blocked)
		return;
	peer->blocked = blocked;
	atomic_fetch_add(&peer->sp->process->in_flight, blocked ? 1 : -1);
	service_peers_watch(peer);
}

/* Adds bytes to those that wait. */
static void
append(struct service_bytes *bytes, const void *data, size_t size)
{
	if (size == 0)
		return;
	memcpy(service_bytes_reserve(bytes, size), data, size);
	bytes->end += size;
}

void
service_peer_answer(struct service_peer *peer, uint32_t id, const struct buffer *reply)
{
	uint8_t header[SP_WIRE_HEADER_MAX];
	size_t size = sp_wire_header(header, peer->sp->ipc, id, reply->size);

	if (atomic_load(&peer->closed))
		return;
	append(&peer->out, header, size);
	append(&peer->out, reply->data, reply->size);
	if (peer->listed)
		return;
	peer->listed = true;
	peer->references++;
	peer->next_unsent = peer->sp->unsent;
	peer->sp->unsent = peer;
}

/* As send(2), encrypted where the connection is. */
static ssize_t
write_some(struct service_peer *peer, const void *data, size_t size)
{
	return peer->channel != NULL ? channel_write(peer->channel, data, size)
				     : send(peer->fd, data, size, MSG_NOSIGNAL);
}

bool
service_peer_greet(struct service_peer *peer)
{
	uint8_t hello[SP_WIRE_HELLO_SIZE];

	sp_wire_hello(hello, SP_WIRE_REP);
	return write_some(peer, hello, sizeof(hello)) == (ssize_t)sizeof(hello);
}

/* Hands the kernel what it takes; false when the connection is broken. */
static bool
push(struct service_peer *peer)
{
	struct service_bytes *out = &peer->out;

	while (out->end > out->start) {
		ssize_t taken =
			write_some(peer, out->data + out->start, out->end - out->start);

		if (taken > 0)
			service_bytes_use(out, (size_t)taken);
		else if (taken < 0 && errno == EAGAIN)
			break;
		else if (taken == 0 || errno != EINTR)
			return false;
	}
	set_blocked(peer, out->end > out->start);
	return true;
}

void
service_peer_unblock(struct service_peer *peer)
{
	if (!push(peer))
		service_peers_close(peer);
}

void
service_peer_send(struct service_peer *peer)
{
	bool good = peer->blocked || push(peer);

	if (!good || peer->out.end - peer->out.start > SERVICE_BACKLOG_BYTES_MAX)
		service_peers_close(peer);
}
