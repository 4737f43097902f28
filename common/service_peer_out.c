/*
 * service_peer_out.c - answers leave as soon as they are there.
 *
 * Who finds nobody else in send() sends, and goes on while others add theirs. What the
 * kernel does not take waits for the event that says it will; a peer that reads nothing for
 * too long is cut off.
 */
#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include "common/service_sp.h"
#include "common/sp_wire.h"

/* Notes whether the kernel takes bytes, and asks to be told when it does again. */
static void
set_blocked(struct service_peer *peer, bool blocked)
{
	struct epoll_event interest = {
		.events = EPOLLIN | EPOLLET | (blocked ? EPOLLOUT : 0U),
		.data.u64 = peer->key};

	if (peer->blocked == blocked)
		return;
	peer->blocked = blocked;
	atomic_fetch_add(&peer->sp->process->in_flight, blocked ? 1 : -1);
	epoll_ctl(peer->sp->epoll_fd, EPOLL_CTL_MOD, peer->fd, &interest);
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

/* Sends all that waits; the lock is held but while the kernel works. False when the
 * connection is broken. */
static bool
send_queued(struct service_peer *peer)
{
	struct service_bytes *sending = &peer->sending;
	bool good = true, full = false;

	peer->writing = true;
	while (good && !full) {
		ssize_t taken;
		int error;

		if (sending->end == 0) {
			const struct service_bytes empty = *sending;

			*sending = peer->queued;
			peer->queued = empty;
		}
		if (sending->end == 0)
			break;
		pthread_mutex_unlock(&peer->lock);
		taken = send(peer->fd, sending->data + sending->start,
			sending->end - sending->start, MSG_NOSIGNAL);
		error = errno;
		pthread_mutex_lock(&peer->lock);
		if (taken > 0)
			service_bytes_use(sending, (size_t)taken);
		full = taken < 0 && error == EAGAIN;
		good = taken >= 0 || error == EAGAIN || error == EINTR;
	}
	peer->writing = false;
	if (!atomic_load(&peer->closed))
		set_blocked(peer, good && full);
	return good;
}

/* How many bytes of answers the kernel has not taken. */
static size_t
waiting(const struct service_peer *peer)
{
	return peer->sending.end - peer->sending.start + peer->queued.end -
		peer->queued.start;
}

void
service_peer_answer(struct service_peer *peer, uint32_t id, const struct buffer *reply)
{
	uint8_t header[SP_WIRE_HEADER_MAX];
	size_t size = sp_wire_header(header, peer->sp->ipc, id, reply->size);
	bool good = true;

	pthread_mutex_lock(&peer->lock);
	if (!atomic_load(&peer->closed)) {
		append(&peer->queued, header, size);
		append(&peer->queued, reply->data, reply->size);
		if (!peer->writing && !peer->blocked)
			good = send_queued(peer);
		good = good && waiting(peer) <= SERVICE_BACKLOG_BYTES_MAX;
	}
	pthread_mutex_unlock(&peer->lock);
	if (!good)
		service_peers_close(peer);
}

void
service_peer_flush(struct service_peer *peer)
{
	bool good = true;

	pthread_mutex_lock(&peer->lock);
	if (peer->blocked && !peer->writing)
		good = send_queued(peer);
	pthread_mutex_unlock(&peer->lock);
	if (!good)
		service_peers_close(peer);
}
