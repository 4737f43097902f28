#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "services/ctl/doctor/inside.h"

#define DIAL_MS 5000

/* Waits until a nonblocking connect ends; false with errno set when it fails or times
 * out. */
static bool
wait_for(int connection)
{
	struct pollfd ready = {.fd = connection, .events = POLLOUT};
	socklen_t size = sizeof(int);
	int error = ETIMEDOUT;

	if (poll(&ready, 1, DIAL_MS) > 0)
		getsockopt(connection, SOL_SOCKET, SO_ERROR, &error, &size);
	errno = error;
	return error == 0;
}

/* Connects to one address, or -1 with errno set. DIAL_MS also bounds each read and
 * write. */
static int
dial(const struct addrinfo *address)
{
	const struct timeval limit = {.tv_sec = DIAL_MS / 1000};
	int reason,
		connection = socket(address->ai_family,
			SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

	if (connection < 0)
		return -1;
	if ((connect(connection, address->ai_addr, address->ai_addrlen) == 0 ||
		    (errno == EINPROGRESS && wait_for(connection))) &&
		fcntl(connection, F_SETFL, 0) == 0 &&
		setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit)) ==
			0 &&
		setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof(limit)) ==
			0)
		return connection;
	reason = errno;
	close(connection);
	errno = reason;
	return -1;
}

int
doctor_dial(struct arena *arena, const char *host, const char *port, const char **fault)
{
	const struct addrinfo hints = {
		.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV};
	struct addrinfo *found = NULL;
	int connection = -1;
	int error = getaddrinfo(host, port, &hints, &found);

	if (error != 0) {
		*fault = arena_printf(arena, "the host name %s cannot be resolved: %s",
			host, gai_strerror(error));
		return -1;
	}
	for (const struct addrinfo *one = found; one != NULL && connection < 0;
		one = one->ai_next)
		connection = dial(one);
	if (connection < 0)
		*fault = arena_printf(arena, "%s cannot be reached on port %s: %s", host,
			port, strerror(errno));
	freeaddrinfo(found);
	return connection;
}

struct doctor_endpoint
doctor_endpoint_of(struct arena *arena, const char *url, const char *port)
{
	const char *rest = strstr(url, "://") + 3;
	const size_t size = strcspn(rest, "/?#");
	char *host = arena_copy(arena, rest, size);
	char *at = strrchr(host, '@');
	char *end;

	host = at != NULL ? at + 1 : host;
	if (host[0] == '[') {
		end = host + strcspn(host, "]");
		host++;
	} else {
		end = host + strcspn(host, ":");
	}
	if (*end == ']')
		*end++ = '\0';
	if (*end == ':') {
		*end = '\0';
		port = end + 1;
	}
	return (struct doctor_endpoint){host, port};
}

bool
doctor_is_loopback(const char *host)
{
	return strcasecmp(host, "localhost") == 0 || strncmp(host, "127.", 4) == 0 ||
		strcmp(host, "::1") == 0;
}
