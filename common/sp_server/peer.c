/*
 * peer.c - the table of connections.
 */
#include <stdlib.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "common/sp_server/inside.h"

/* The oldest peer that is not trusted, or NULL. */
static struct peer *
oldest_stranger(const struct server *server)
{
	struct peer *oldest = NULL;

	for (size_t i = 0; i < SP_SERVER_PEERS_MAX; i++) {
		struct peer *peer = server->peers[i];

		if (peer != NULL && !peer->trusted &&
			(oldest == NULL || peer->greet_by_ms < oldest->greet_by_ms))
			oldest = peer;
	}
	return oldest;
}

bool
sp_server_peer_seat(struct server *server, struct peer *peer)
{
	size_t place = 0;

	while (place < SP_SERVER_PEERS_MAX && server->peers[place] != NULL)
		place++;
	if (place == SP_SERVER_PEERS_MAX) {
		struct peer *stranger = oldest_stranger(server);

		if (stranger == NULL)
			return false;
		place = stranger->place;
		sp_server_peer_close(stranger);
	}
	peer->place = place;
	peer->references = 1;
	server->peers[place] = peer;
	return true;
}

void
sp_server_peer_close(struct peer *peer)
{
	const struct receiver *receiver = peer->server->receiver;

	if (atomic_exchange(&peer->closed, true))
		return;
	loop_forget(receiver->loop, peer->fd);
	close(peer->fd);
	peer->server->peers[peer->place] = NULL;
	if (peer->blocked)
		atomic_fetch_sub(receiver->in_flight, 1);
	peer->blocked = false;
	sp_server_peer_release(peer);
}

void
sp_server_peer_release(struct peer *peer)
{
	if (--peer->references > 0)
		return;
	channel_free(peer->channel);
	free(peer->in.data);
	free(peer->out.data);
	free(peer);
}

void
sp_server_peer_watch(struct peer *peer)
{
	uint32_t events = peer->server->paused ? 0 : (uint32_t)EPOLLIN;

	/* Nothing is read from a peer that does not read its answers. */
	if (peer->blocked)
		events = EPOLLOUT;
	loop_change(peer->server->receiver->loop, peer->fd, events);
}
