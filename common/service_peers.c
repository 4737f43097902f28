/*
 * service_peers.c - the table of connections: who is there, who goes, who has to wait.
 */
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common/clock.h"
#include "common/service_sp.h"

/* The part of a key that says where in the table. */
#define SLOT_MASK UINT64_C(0xffffffff)

/* Puts a peer into a free place; the lock is held. */
static bool
take_place(struct service_sp *sp, struct service_peer *peer)
{
	for (size_t i = 0; i < SERVICE_PEERS_MAX; i++) {
		if (sp->peers[i] != NULL)
			continue;
		peer->key = (uint64_t)++sp->serial << 32 | i;
		sp->peers[i] = peer;
		return true;
	}
	return false;
}

/* The peer that has been there longest without being trusted, with a reference, or NULL; the
 * lock is held. */
static struct service_peer *
oldest_stranger(struct service_sp *sp)
{
	struct service_peer *oldest = NULL;

	for (size_t i = 0; i < SERVICE_PEERS_MAX; i++) {
		struct service_peer *peer = sp->peers[i];

		if (peer != NULL && !atomic_load(&peer->trusted) &&
			(oldest == NULL || peer->greet_by_ms < oldest->greet_by_ms))
			oldest = peer;
	}
	if (oldest != NULL)
		atomic_fetch_add(&oldest->references, 1);
	return oldest;
}

bool
service_peers_seat(
	struct service_sp *sp, struct service_peer *peer, struct service_peer **stranger)
{
	bool seated;

	pthread_mutex_lock(&sp->process->lock);
	seated = take_place(sp, peer);
	*stranger = seated ? NULL : oldest_stranger(sp);
	pthread_mutex_unlock(&sp->process->lock);
	return seated;
}

size_t
service_peers_silent(
	struct service_sp *sp, struct service_peer *late[SERVICE_PEERS_MAX], bool *more)
{
	int64_t now_ms = clock_monotonic_ms();
	size_t count = 0;

	*more = false;
	pthread_mutex_lock(&sp->process->lock);
	for (size_t i = 0; i < SERVICE_PEERS_MAX; i++) {
		struct service_peer *peer = sp->peers[i];

		if (peer == NULL || atomic_load(&peer->greeted))
			continue;
		if (peer->greet_by_ms > now_ms) {
			*more = true;
			continue;
		}
		atomic_fetch_add(&peer->references, 1);
		late[count++] = peer;
	}
	pthread_mutex_unlock(&sp->process->lock);
	return count;
}

struct service_peer *
service_peers_find(struct service_sp *sp, uint64_t key)
{
	struct service_peer *peer;

	pthread_mutex_lock(&sp->process->lock);
	peer = sp->peers[key & SLOT_MASK];
	if (peer != NULL && peer->key == key)
		atomic_fetch_add(&peer->references, 1);
	else
		peer = NULL;
	pthread_mutex_unlock(&sp->process->lock);
	return peer;
}

void
service_peers_close(struct service_peer *peer)
{
	struct process *process = peer->sp->process;

	if (atomic_exchange(&peer->closed, true))
		return;
	epoll_ctl(peer->sp->epoll_fd, EPOLL_CTL_DEL, peer->fd, NULL);
	shutdown(peer->fd, SHUT_RDWR);
	pthread_mutex_lock(&process->lock);
	peer->sp->peers[peer->key & SLOT_MASK] = NULL;
	if (peer->paused)
		peer->sp->paused--;
	peer->paused = false;
	pthread_mutex_unlock(&process->lock);
	pthread_mutex_lock(&peer->lock);
	if (peer->blocked)
		atomic_fetch_sub(&process->in_flight, 1);
	peer->blocked = false;
	pthread_mutex_unlock(&peer->lock);
	service_peers_release(peer);
}

void
service_peers_release(struct service_peer *peer)
{
	if (atomic_fetch_sub(&peer->references, 1) != 1)
		return;
	close(peer->fd);
	pthread_mutex_destroy(&peer->lock);
	free(peer->in.data);
	free(peer->sending.data);
	free(peer->queued.data);
	free(peer);
}

bool
service_peers_pause(struct service_peer *peer)
{
	struct service_sp *sp = peer->sp;
	bool full;

	pthread_mutex_lock(&sp->process->lock);
	full = sp->calls.count >= SERVICE_CALLS_MAX ||
		sp->calls.bytes >= SERVICE_CALLS_BYTES_MAX;
	if (full && !peer->paused && !atomic_load(&peer->closed)) {
		peer->paused = true;
		sp->paused++;
	}
	pthread_mutex_unlock(&sp->process->lock);
	return full;
}

void
service_peers_resume(struct worker *worker, struct service_sp *sp)
{
	struct service_peer *held[SERVICE_PEERS_MAX];
	size_t count = 0;

	pthread_mutex_lock(&sp->process->lock);
	for (size_t i = 0; i < SERVICE_PEERS_MAX && sp->paused > 0; i++) {
		struct service_peer *peer = sp->peers[i];

		if (peer == NULL || !peer->paused)
			continue;
		peer->paused = false;
		sp->paused--;
		atomic_fetch_add(&peer->references, 1);
		held[count++] = peer;
	}
	pthread_mutex_unlock(&sp->process->lock);
	for (size_t i = 0; i < count; i++) {
		service_peer_read(worker, held[i]);
		service_peers_release(held[i]);
	}
}
