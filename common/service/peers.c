/*
 * peers.c - the table of connections: which peers have a place, and which give theirs up.
 */
#include <stdlib.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "common/service/sp.h"

/* The peer that has been there longest without being trusted, or NULL. */
static struct service_peer *
oldest_stranger(const struct service_sp *sp)
{
	struct service_peer *oldest = NULL;

	for (size_t i = 0; i < SERVICE_PEERS_MAX; i++) {
		struct service_peer *peer = sp->peers[i];

		if (peer != NULL && !peer->trusted &&
			(oldest == NULL || peer->greet_by_ms < oldest->greet_by_ms))
			oldest = peer;
	}
	return oldest;
}

bool
service_peers_seat(struct service_sp *sp, struct service_peer *peer)
{
	size_t place = 0;

	while (place < SERVICE_PEERS_MAX && sp->peers[place] != NULL)
		place++;
	if (place == SERVICE_PEERS_MAX) {
		struct service_peer *stranger = oldest_stranger(sp);

		if (stranger == NULL)
			return false;
		place = stranger->place;
		service_peers_close(stranger);
	}
	peer->place = place;
	peer->references = 1;
	sp->peers[place] = peer;
	return true;
}

void
service_peers_close(struct service_peer *peer)
{
	struct process *process = peer->sp->process;

	if (atomic_exchange(&peer->closed, true))
		return;
	loop_forget(process->loop, peer->fd);
	close(peer->fd);
	peer->sp->peers[peer->place] = NULL;
	if (peer->blocked)
		atomic_fetch_sub(&process->in_flight, 1);
	peer->blocked = false;
	service_peers_release(peer);
}

void
service_peers_release(struct service_peer *peer)
{
	if (--peer->references > 0)
		return;
	channel_free(peer->channel);
	free(peer->in.data);
	free(peer->out.data);
	free(peer);
}

void
service_peers_watch(struct service_peer *peer)
{
	uint32_t events = peer->sp->paused ? 0 : (uint32_t)EPOLLIN;

	/* A peer that does not read its answers is not read from either. */
	if (peer->blocked)
		events = EPOLLOUT;
	loop_change(peer->sp->process->loop, peer->fd, events);
}

void
service_peers_pause(struct service_sp *sp, bool paused)
{
	sp->paused = paused;
	sp->held = sp->held && paused;
	for (size_t i = 0; i < SERVICE_PEERS_MAX; i++) {
		struct service_peer *peer = sp->peers[i];

		if (peer == NULL)
			continue;
		service_peers_watch(peer);
		/* Bytes that were read before the pause raise no event: they are parsed now. */
		if (!paused)
			service_peer_take(peer);
	}
}
