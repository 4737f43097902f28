/*
 * accept.c - new connections, and the time that each has to greet.
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
#include "common/sp_server/inside.h"

/* Silence after which the kernel probes the other host, how often it does, and how long
 * sent bytes may stay unacknowledged. */
#define KEEPALIVE_IDLE_S 10
#define KEEPALIVE_COUNT 3
#define UNACKNOWLEDGED_MS 10000

/* How long the service accepts nothing when it has no descriptor for another
 * connection. */
#define ACCEPT_AGAIN_MS 1000

/* Bounds the time that a peer can take which connects again and again. */
#define ACCEPTS_PER_TURN 64

static void look_after(void *data);

/* Sets the timer of look_after() unless it is set. */
static void
set_timer(struct server *server, int64_t delay_ms)
{
	if (server->timer == NULL) {
		server->timer =
			loop_after(server->receiver->loop, delay_ms, look_after, server);
	}
}

/* Sends without delay and detects hosts that are gone. A connection works without
 * either. */
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

/* Adds a new connection, and greets unless a handshake comes first. */
static void
admit(struct server *server, int fd)
{
	struct peer *peer = calloc(1, sizeof(*peer));

	if (peer == NULL) {
		close(fd);
		return;
	}
	peer->server = server;
	peer->fd = fd;
	peer->greet_by_ms = clock_monotonic_ms() + SP_SERVER_GREETING_MS;
	if (!sp_server_peer_seat(server, peer)) {
		log_warn("bus_full", LOG_INT("connections", SP_SERVER_PEERS_MAX));
		close(fd);
		free(peer);
		return;
	}
	set_timer(server, SP_SERVER_GREETING_MS);
	if (!server->ipc)
		tune(fd);
	if (server->side != NULL)
		peer->channel = channel_new(server->side, fd);
	loop_watch(server->receiver->loop, fd, server->paused ? 0 : (uint32_t)EPOLLIN,
		sp_server_in_ready, peer);
	if (peer->channel == NULL && !sp_server_out_greet(peer))
		sp_server_peer_close(peer);
}

void
sp_server_accept(void *data, uint32_t events)
{
	struct server *server = data;

	(void)events;
	for (int i = 0; i < ACCEPTS_PER_TURN; i++) {
		int fd = accept4(
			server->listen_fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);

		if (fd >= 0) {
			admit(server, fd);
			continue;
		}
		if (errno == EAGAIN)
			return;
		if (errno == EINTR || errno == ECONNABORTED)
			continue;
		/* The listener stays ready and would wake the loop for ever. */
		log_warn("bus_accept", LOG_INT("errno", errno));
		loop_change(server->receiver->loop, server->listen_fd, 0);
		loop_cancel(server->receiver->loop, server->timer);
		server->timer = NULL;
		set_timer(server, ACCEPT_AGAIN_MS);
		return;
	}
}

/* Closes the connections that did not greet in time, and accepts again. While the server
 * is paused, a greeting may wait unread, so none is closed. */
static void
look_after(void *data)
{
	struct server *server = data;
	int64_t now_ms = loop_now_ms(server->receiver->loop);
	bool more = false;

	server->timer = NULL;
	for (size_t i = 0; i < SP_SERVER_PEERS_MAX; i++) {
		struct peer *peer = server->peers[i];

		if (peer == NULL || peer->greeted)
			continue;
		if (server->paused || peer->greet_by_ms > now_ms)
			more = true;
		else
			sp_server_peer_close(peer);
	}
	if (more)
		set_timer(server, SP_SERVER_GREETING_MS / 4);
	loop_change(server->receiver->loop, server->listen_fd, EPOLLIN);
}
