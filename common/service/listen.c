/*
 * listen.c - sockets to listen on.
 */
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "common/base/log.h"
#include "common/service/sp.h"

#define SCHEME_END "://"
#define BACKLOG 128
#define FLAGS (SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK)

/* Whether a dead process left the socket file: nobody takes connections there. */
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

	/* The file takes the mode of the socket: it is never open to others, not even for
	 * a moment. */
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
	if (fd >= 0 && bind_path(fd, &address) && listen(fd, BACKLOG) == 0)
		return fd;
	if (fd >= 0)
		close(fd);
	return -1;
}

/* Listens on one address; -1 with errno set. */
static int
open_address(const struct addrinfo *address)
{
	const int on = 1;
	int fd = socket(address->ai_family, FLAGS, 0);
	int error;

	if (fd < 0)
		return -1;
	if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) == 0 &&
		bind(fd, address->ai_addr, address->ai_addrlen) == 0 &&
		listen(fd, BACKLOG) == 0)
		return fd;
	error = errno;
	close(fd);
	errno = error;
	return -1;
}

/* Listens on "host:port", "[host]:port", "*:port" or ":port"; -1 with errno set. */
static int
open_tcp(const char *text)
{
	const struct addrinfo hints = {
		.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
	struct addrinfo *found = NULL;
	char copy[512];
	char *host = copy, *colon;
	int fd = -1;

	snprintf(copy, sizeof(copy), "%s", text);
	colon = strrchr(copy, ':');
	errno = EINVAL;
	if (colon == NULL)
		return -1;
	*colon = '\0';
	if (host[0] == '[' && colon > host + 1 && colon[-1] == ']') {
		colon[-1] = '\0';
		host++;
	}
	if (host[0] == '\0' || strcmp(host, "*") == 0)
		host = NULL;
	if (getaddrinfo(host, colon + 1, &hints, &found) != 0) {
		errno = EADDRNOTAVAIL;
		return -1;
	}
	for (const struct addrinfo *one = found; one != NULL && fd < 0;
		one = one->ai_next)
		fd = open_address(one);
	freeaddrinfo(found);
	return fd;
}

int
service_listen_open(const char *address, bool ipc)
{
	const char *rest = strstr(address, SCHEME_END) + strlen(SCHEME_END);
	int fd = ipc ? open_ipc(rest) : open_tcp(rest);

	if (fd < 0) {
		log_error("bus_listen", LOG_TEXT("address", address),
			LOG_TEXT("error", strerror(errno)));
	}
	return fd;
}
