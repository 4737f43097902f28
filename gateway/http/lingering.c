#include "gateway/http/lingering.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/epoll.h>
#include <unistd.h>

#define LINGER_MS 1000
#define LINGER_BYTES_MAX ((size_t)4 * 1024 * 1024)
#define LINGER_BYTES_PER_READ ((size_t)256 * 1024)

/* Closes the socket and frees its place. */
static void
end(struct http_lingering_socket *socket)
{
	struct loop *loop = socket->all->loop;

	loop_cancel(loop, socket->timer);
	loop_forget(loop, socket->fd);
	close(socket->fd);
	http_peers_remove(socket->all->peers, &socket->address);
	*socket = (struct http_lingering_socket){0};
}

static void
time_out(void *data)
{
	struct http_lingering_socket *socket = data;

	socket->timer = NULL; /* the loop frees a timer that ran */
	end(socket);
}

/* Drops what came; MSG_TRUNC lets the kernel drop it without copying (tcp(7)). */
static void
drop(void *data, uint32_t events)
{
	struct http_lingering_socket *socket = data;
	const ssize_t got =
		recv(socket->fd, NULL, LINGER_BYTES_PER_READ, MSG_DONTWAIT | MSG_TRUNC);

	(void)events;
	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (got <= 0 || (size_t)got >= socket->bytes_left) {
		end(socket);
		return;
	}
	socket->bytes_left -= (size_t)got;
}

void
http_lingering_begin(
	struct http_lingering *lingering, const struct http_connection *connection)
{
	struct http_connections *all = connection->all;
	struct http_lingering_socket *socket = lingering->sockets;
	const struct http_lingering_socket *end_of_all = socket + HTTP_LINGERING_MAX;
	int copy;

	while (socket < end_of_all && socket->all != NULL)
		socket++;
	if (socket == end_of_all)
		return;
	/* libmicrohttpd sends FIN and closes its descriptor; this one keeps the
	 * socket. */
	copy = fcntl(connection->fd, F_DUPFD_CLOEXEC, 0);
	if (copy < 0)
		return;
	socket->all = all;
	socket->fd = copy;
	socket->address = connection->address;
	socket->bytes_left = LINGER_BYTES_MAX;
	socket->timer = loop_after(all->loop, LINGER_MS, time_out, socket);
	http_peers_add(all->peers, &socket->address);
	loop_watch(all->loop, copy, EPOLLIN, drop, socket);
}

void
http_lingering_end_all(struct http_lingering *lingering)
{
	for (size_t i = 0; i < HTTP_LINGERING_MAX; i++) {
		if (lingering->sockets[i].all != NULL)
			end(&lingering->sockets[i]);
	}
}
