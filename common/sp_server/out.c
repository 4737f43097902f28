/*
 * out.c - the answers of a turn leave together at its end.
 *
 * Bytes that the kernel does not take wait, and nothing more is read from the peer
 * meanwhile. A peer with too many bytes of unread answers is disconnected.
 */
#include <errno.h>
#include <string.h>
#include <sys/socket.h>

#include "common/sp_server/inside.h"

/* Notes whether the kernel takes bytes, and watches for the moment when it does again. */
static void
set_blocked(struct peer *peer, bool blocked)
{
	if (peer->blocked == blocked)
		return;
	peer->blocked = blocked;
	atomic_fetch_add(peer->server->receiver->in_flight, blocked ? 1 : -1);
	sp_server_peer_watch(peer);
}

static void
append(struct sp_bytes *bytes, const void *data, size_t size)
{
	if (size == 0)
		return;
	memcpy(sp_server_bytes_reserve(bytes, size), data, size);
	bytes->end += size;
}

void
sp_server_out_answer(struct peer *peer, uint32_t id, const struct buffer *reply)
{
	uint8_t header[SP_WIRE_HEADER_MAX];
	size_t size = sp_wire_header(header, peer->server->ipc, id, reply->size);

	if (atomic_load(&peer->closed))
		return;
	append(&peer->out, header, size);
	append(&peer->out, reply->data, reply->size);
	if (peer->listed)
		return;
	peer->listed = true;
	peer->references++;
	peer->next_unsent = peer->server->unsent;
	peer->server->unsent = peer;
}

/* As send(2), encrypted where the connection is. */
static ssize_t
write_some(struct peer *peer, const void *data, size_t size)
{
	return peer->channel != NULL ? channel_write(peer->channel, data, size)
				     : send(peer->fd, data, size, MSG_NOSIGNAL);
}

bool
sp_server_out_greet(struct peer *peer)
{
	uint8_t hello[SP_WIRE_HELLO_SIZE];

	sp_wire_hello(hello, SP_WIRE_REP);
	return write_some(peer, hello, sizeof(hello)) == (ssize_t)sizeof(hello);
}

/* Hands the kernel the bytes that it takes; false when the connection is broken. */
static bool
push(struct peer *peer)
{
	struct sp_bytes *out = &peer->out;

	while (out->end > out->start) {
		ssize_t taken =
			write_some(peer, out->data + out->start, out->end - out->start);

		if (taken > 0)
			sp_server_bytes_use(out, (size_t)taken);
		else if (taken < 0 && errno == EAGAIN)
			break;
		else if (taken == 0 || errno != EINTR)
			return false;
	}
	set_blocked(peer, out->end > out->start);
	return true;
}

void
sp_server_out_unblock(struct peer *peer)
{
	if (!push(peer))
		sp_server_peer_close(peer);
}

void
sp_server_out_send_all(struct server *server)
{
	const size_t backlog_max = server->receiver->backlog_bytes_max;

	while (server->unsent != NULL) {
		struct peer *peer = server->unsent;

		server->unsent = peer->next_unsent;
		peer->listed = false;
		if (!atomic_load(&peer->closed) &&
			((!peer->blocked && !push(peer)) ||
				peer->out.end - peer->out.start > backlog_max))
			sp_server_peer_close(peer);
		sp_server_peer_release(peer);
	}
}
