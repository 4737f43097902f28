/*
 * service_peers.c - the table of connections: who comes, who goes, who has to wait.
 */
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "common/clock.h"
#include "common/log.h"
#include "common/service_sp.h"
#include "common/sp_wire.h"

#define SLOT_MASK UINT64_C(0xffffffff)

/* Silence after which the kernel asks whether the other host is still there, how often, and
 * how long what was sent may stay unacknowledged. */
#define KEEPALIVE_IDLE_S 10
#define KEEPALIVE_COUNT 3
#define UNACKNOWLEDGED_MS 10000

/* Has the timer tick, unless it will anyway; the process's lock is held. */
static void
set_timer(struct service_sp *sp, int64_t delay_ms)
{
	const struct itimerspec at = {.it_value = {.tv_sec = delay_ms / 1000,
					      .tv_nsec = delay_ms % 1000 * 1000000}};

	if (sp->timer_set)
		return;
	sp->timer_set = true;
	timerfd_settime(sp->timer_fd, 0, &at, NULL);
}

/* Answers leave at once, and a host that has vanished is noticed. A connection for which
 * that cannot be had works without. */
static void
tune(int fd)
{
	static const struct {
		int level, name, value;
	} options[] = {
		{IPPROTO_TCP, TCP_NODELAY, 1},
		{SOL_SOCKET, SO_KEEPALIVE, 1},
		{IPPROTO_TCP, TCP_KEEPIDLE, KEEPALIVE_IDLE_S},
		{IPPROTO_TCP, TCP_KEEPINTVL, KEEPALIVE_IDLE_S},
		{IPPROTO_TCP, TCP_KEEPCNT, KEEPALIVE_COUNT},
		{IPPROTO_TCP, TCP_USER_TIMEOUT, UNACKNOWLEDGED_MS},
	};

	for (size_t i = 0; i < COUNT_OF(options); i++)
		setsockopt(fd, options[i].level, options[i].name, &options[i].value,
			sizeof(options[i].value));
}

/* Gives a peer a place, which holds a reference of it; false when there is none. */
static bool
seat(struct service_sp *sp, struct service_peer *peer)
{
	bool found = false;

	pthread_mutex_lock(&sp->process->lock);
	for (size_t i = 0; i < SERVICE_PEERS_MAX && !found; i++) {
		if (sp->peers[i] != NULL)
			continue;
		peer->key = (uint64_t)++sp->serial << 32 | i;
		sp->peers[i] = peer;
		found = true;
		set_timer(sp, SERVICE_GREETING_MS);
	}
	pthread_mutex_unlock(&sp->process->lock);
	return found;
}

/* Takes in a new connection and says who we are. */
static void
admit(struct service_sp *sp, int fd)
{
	struct service_peer *peer = calloc(1, sizeof(*peer));
	struct epoll_event interest = {.events = EPOLLIN | EPOLLET};
	uint8_t hello[SP_WIRE_HELLO_SIZE];

	if (peer == NULL) {
		close(fd);
		return;
	}
	peer->sp = sp;
	peer->fd = fd;
	peer->greet_by_ms = clock_monotonic_ms() + SERVICE_GREETING_MS;
	atomic_init(&peer->references, 2); /* the table's and ours */
	pthread_mutex_init(&peer->lock, NULL);
	if (!seat(sp, peer)) {
		log_warn("bus_full", LOG_INT("connections", SERVICE_PEERS_MAX));
		atomic_store(&peer->references, 1);
		service_peers_release(peer);
		return;
	}
	if (!sp->ipc)
		tune(fd);
	sp_wire_hello(hello, SP_WIRE_REP);
	interest.data.u64 = peer->key;
	if (send(fd, hello, sizeof(hello), MSG_NOSIGNAL) != (ssize_t)sizeof(hello) ||
		epoll_ctl(sp->epoll_fd, EPOLL_CTL_ADD, fd, &interest) != 0)
		service_peers_close(peer);
	service_peers_release(peer);
}

void
service_peers_accept(struct service_sp *sp)
{
	for (;;) {
		int fd = accept4(sp->listen_fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);

		if (fd >= 0) {
			admit(sp, fd);
			continue;
		}
		if (errno == EAGAIN)
			return;
		if (errno == EINTR || errno == ECONNABORTED)
			continue;
		/* No descriptor or memory left: there will be no other event for this. */
		log_warn("bus_accept", LOG_INT("errno", errno));
		pthread_mutex_lock(&sp->process->lock);
		set_timer(sp, 1000);
		pthread_mutex_unlock(&sp->process->lock);
		return;
	}
}

void
service_peers_tick(struct service_sp *sp)
{
	struct service_peer *late[SERVICE_PEERS_MAX];
	size_t count = 0;
	bool more = false;
	int64_t now_ms = clock_monotonic_ms();

	pthread_mutex_lock(&sp->process->lock);
	sp->timer_set = false;
	for (size_t i = 0; i < SERVICE_PEERS_MAX; i++) {
		struct service_peer *peer = sp->peers[i];

		if (peer == NULL || atomic_load(&peer->greeted))
			continue;
		if (peer->greet_by_ms > now_ms) {
			more = true;
			continue;
		}
		atomic_fetch_add(&peer->references, 1);
		late[count++] = peer;
	}
	if (more)
		set_timer(sp, SERVICE_GREETING_MS / 4);
	pthread_mutex_unlock(&sp->process->lock);
	for (size_t i = 0; i < count; i++) {
		service_peers_close(late[i]);
		service_peers_release(late[i]);
	}
	service_peers_accept(sp);
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
