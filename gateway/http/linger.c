#include <errno.h>
#include <fcntl.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "gateway/http/server.h"

#define LINGER_MS 1000
#define LINGER_BYTES_MAX ((size_t)4 * 1024 * 1024)
#define LINGER_BYTES_PER_READ ((size_t)256 * 1024)

/* Closes the socket and frees its place. */
static void
end(struct http_lingering *lingering)
{
	struct loop *loop = lingering->server->options.loop;

	loop_cancel(loop, lingering->timer);
	loop_forget(loop, lingering->fd);
	close(lingering->fd);
	http_peers_remove(lingering->server->peers, &lingering->address);
	*lingering = (struct http_lingering){0};
}

/* Time is up. */
static void
due(void *data)
{
	struct http_lingering *lingering = data;

	lingering->timer = NULL; /* it is freed because it ran */
	end(lingering);
}

/* Swallows what came; MSG_TRUNC lets the kernel drop it without copying (tcp(7)). */
static void
swallow(void *data, uint32_t events)
{
	struct http_lingering *lingering = data;
	const ssize_t got = recv(
		lingering->fd, NULL, LINGER_BYTES_PER_READ, MSG_DONTWAIT | MSG_TRUNC);

	(void)events;
	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (got <= 0 || (size_t)got >= lingering->bytes_left) {
		end(lingering);
		return;
	}
	lingering->bytes_left -= (size_t)got;
}

void
http_linger(const struct http_connection *connection)
{
	struct http_server *server = connection->server;
	struct http_lingering *lingering;
	size_t i = 0;
	int copy;

	while (i < HTTP_LINGERING_MAX && server->lingering[i].server != NULL)
		i++;
	if (i == HTTP_LINGERING_MAX)
		return;
	/* libmicrohttpd sends FIN and closes its descriptor; this one keeps the socket. */
	copy = fcntl(connection->fd, F_DUPFD_CLOEXEC, 0);
	if (copy < 0)
		return;
	lingering = &server->lingering[i];
	lingering->server = server;
	lingering->fd = copy;
	lingering->address = connection->address;
	lingering->bytes_left = LINGER_BYTES_MAX;
	lingering->timer = loop_after(server->options.loop, LINGER_MS, due, lingering);
	http_peers_add(server->peers, &lingering->address);
	loop_watch(server->options.loop, copy, EPOLLIN, swallow, lingering);
}

void
http_linger_end_all(struct http_server *server)
{
	for (size_t i = 0; i < HTTP_LINGERING_MAX; i++) {
		if (server->lingering[i].server != NULL)
			end(&server->lingering[i]);
	}
}
