/*
 * service_accept.c - connections that come, and what they have to say first.
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

/* Silence after which the kernel asks whether the other host is still there, how often, and
 * how long what was sent may stay unacknowledged. */
#define KEEPALIVE_IDLE_S 10
#define KEEPALIVE_COUNT 3
#define UNACKNOWLEDGED_MS 10000

/* Has the timer tick, unless it will anyway. */
static void
set_timer(struct service_sp *sp, int64_t delay_ms)
{
	const struct itimerspec at = {.it_value = {.tv_sec = delay_ms / 1000,
					      .tv_nsec = delay_ms % 1000 * 1000000}};

	if (!atomic_exchange(&sp->timer_set, true))
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

/* Gives a peer a place, for which a stranger loses its own if it must be. */
static bool
seat(struct service_sp *sp, struct service_peer *peer)
{
	struct service_peer *stranger;

	while (!service_peers_seat(sp, peer, &stranger)) {
		if (stranger == NULL)
			return false;
		service_peers_close(stranger);
		service_peers_release(stranger);
	}
	return true;
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
	set_timer(sp, SERVICE_GREETING_MS);
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
service_accept(struct service_sp *sp)
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
		set_timer(sp, 1000);
		return;
	}
}

void
service_accept_tick(struct service_sp *sp)
{
	struct service_peer *late[SERVICE_PEERS_MAX];
	bool more;
	size_t count;

	/* Whoever comes from now on sets the timer anew. */
	atomic_store(&sp->timer_set, false);
	count = service_peers_silent(sp, late, &more);
	if (more)
		set_timer(sp, SERVICE_GREETING_MS / 4);
	for (size_t i = 0; i < count; i++) {
		service_peers_close(late[i]);
		service_peers_release(late[i]);
	}
	service_accept(sp);
}
