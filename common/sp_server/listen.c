/*
 * listen.c - sockets to listen on.
 */
#include <errno.h>
#include <netdb.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "common/base/log.h"
#include "common/sp_server/inside.h"

#define BACKLOG 128
#define FLAGS (SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK)

/* Whether a dead process left the socket file: nobody accepts connections there. */
static bool
is_stale(const struct sockaddr_un *address)
{
	int fd = socket(AF_UNIX, FLAGS, 0);
	bool stale = fd >= 0 &&
		connect(fd, (const struct sockaddr *)address, sizeof(*address)) != 0 &&
		errno == ECONNREFUSED;

	if (fd >= 0)
		close(fd);
	return stale;
}

/* Binds to a path, in the place of a socket that a dead process left. */
static bool
bind_path(int fd, const struct sockaddr_un *address)
{
	const struct sockaddr *any = (const struct sockaddr *)address;

	/* The file takes the mode of the socket, so it is never open to other users. */
	if (fchmod(fd, 0600) != 0)
		return false;
	if (bind(fd, any, sizeof(*address)) == 0)
		return true;
	if (errno != EADDRINUSE)
		return false;
	if (!is_stale(address)) {
		errno = EADDRINUSE;
		return false;
	}
	return unlink(address->sun_path) == 0 && bind(fd, any, sizeof(*address)) == 0;
}

/* Listens on a socket if it could be bound; else closes it and keeps errno. */
static int
listen_on(int fd, bool bound)
{
	int error;

	if (fd < 0 || (bound && listen(fd, BACKLOG) == 0))
		return fd;
	error = errno;
	close(fd);
	errno = error;
	return -1;
}

/* Listens on a path; -1 with errno set. */
static int
open_ipc(const char *path)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	size_t size = strlen(path);
	int fd;

	if (size == 0 || size >= sizeof(address.sun_path)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	memcpy(address.sun_path, path, size);
	fd = socket(AF_UNIX, FLAGS, 0);
	return listen_on(fd, fd >= 0 && bind_path(fd, &address));
}

/* Listens on the first usable address of a host; -1 with errno set. */
static int
open_tcp(const char *text)
{
	struct addrinfo *found = address_find(text, AI_PASSIVE | AI_NUMERICSERV);
	const int on = 1;
	int fd = -1;

	errno = EADDRNOTAVAIL;
	for (const struct addrinfo *one = found; one != NULL && fd < 0;
		one = one->ai_next) {
		fd = socket(one->ai_family, FLAGS, 0);
		fd = listen_on(fd,
			fd >= 0 &&
				setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on,
					sizeof(on)) == 0 &&
				bind(fd, one->ai_addr, one->ai_addrlen) == 0);
	}
	if (found != NULL)
		freeaddrinfo(found);
	return fd;
}

int
sp_server_open(const char *address)
{
	const char *rest = address_rest(address);
	int fd = address_has_scheme(address, "ipc") ? open_ipc(rest) : open_tcp(rest);

	if (fd < 0) {
		log_error("bus_listen", LOG_TEXT("address", address),
			LOG_TEXT("error", strerror(errno)));
	}
	return fd;
}
