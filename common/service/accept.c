/*
 * accept.c - connections that come, and what they have to say first.
 */
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common/base/clock.h"
#include "common/base/log.h"
#include "common/service/sp.h"

/* Silence after which the kernel asks whether the other host is still there, how often, and
 * how long what was sent may stay unacknowledged. */
#define KEEPALIVE_IDLE_S 10
#define KEEPALIVE_COUNT 3
#define UNACKNOWLEDGED_MS 10000

/* How long the service accepts nothing when it has no descriptor for another connection. */
#define ACCEPT_AGAIN_MS 1000

/* So many connections are accepted in one turn: a peer that connects again and again must not
 * hold up the loop. */
#define ACCEPTS_PER_TURN 64

static void look_after(void *data);

/* Sets the timer of look_after(), unless it is set. */
static void
set_timer(struct service_sp *sp, int64_t delay_ms)
{
	if (sp->timer == NULL)
		sp->timer = loop_after(sp->process->loop, delay_ms, look_after, sp);
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

	for (size_t i = 0; i < COUNT_OF(options); i++) {
		setsockopt(fd, options[i].level, options[i].name, &options[i].value,
			sizeof(options[i].value));
	}
}

/* Accepts nothing for a while: the listener, which stays ready, would wake the loop for ever. */
static void
rest(struct service_sp *sp)
{
	loop_change(sp->process->loop, sp->listen_fd, 0);
	loop_cancel(sp->process->loop, sp->timer);
	sp->timer = NULL;
	set_timer(sp, ACCEPT_AGAIN_MS);
}

/* Takes in a new connection and sends the hello, unless it is to be encrypted first. */
static void
admit(struct service_sp *sp, int fd)
{
	struct service_peer *peer = calloc(1, sizeof(*peer));

	if (peer == NULL) {
		close(fd);
		return;
	}
	peer->sp = sp;
	peer->fd = fd;
	peer->greet_by_ms = clock_monotonic_ms() + SERVICE_GREETING_MS;
	if (!service_peers_seat(sp, peer)) {
		log_warn("bus_full", LOG_INT("connections", SERVICE_PEERS_MAX));
		close(fd);
		free(peer);
		return;
	}
	set_timer(sp, SERVICE_GREETING_MS);
	if (!sp->ipc)
		tune(fd);
	if (sp->side != NULL)
		peer->channel = channel_new(sp->side, fd);
	loop_watch(sp->process->loop, fd, sp->paused ? 0 : (uint32_t)EPOLLIN,
		service_peer_ready, peer);
	if (peer->channel == NULL && !service_peer_greet(peer))
		service_peers_close(peer);
}

void
service_accept(void *data, uint32_t events)
{
	struct service_sp *sp = data;

	(void)events;
	for (int i = 0; i < ACCEPTS_PER_TURN; i++) {
		int fd = accept4(sp->listen_fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);

		if (fd >= 0) {
			admit(sp, fd);
			continue;
		}
		if (errno == EAGAIN)
			return;
		if (errno == EINTR || errno == ECONNABORTED)
			continue;
		log_warn("bus_accept",
			LOG_INT("errno", errno)); /* no descriptor or memory */
		rest(sp);
		return;
	}
}

/* Closes the connections whose peers have not greeted in time, and accepts again. While the bus is
 * paused nothing is read, so that a greeting may be waiting unread: none is closed then. */
static void
look_after(void *data)
{
	struct service_sp *sp = data;
	int64_t now_ms = loop_now_ms(sp->process->loop);
	bool more = false;

	sp->timer = NULL;
	for (size_t i = 0; i < SERVICE_PEERS_MAX; i++) {
		struct service_peer *peer = sp->peers[i];

		if (peer == NULL || peer->greeted)
			continue;
		if (sp->paused || peer->greet_by_ms > now_ms)
			more = true;
		else
			service_peers_close(peer);
	}
	if (more)
		set_timer(sp, SERVICE_GREETING_MS / 4);
	loop_change(sp->process->loop, sp->listen_fd, EPOLLIN);
}
