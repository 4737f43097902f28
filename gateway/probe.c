#include "gateway/probe.h"

#include <netdb.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "common/config/config.h"

#define WAIT_S 3

/* The address to probe: loopback when the gateway listens on all addresses. */
static const char *
host_of(const char *listens)
{
	if (strcmp(listens, "0.0.0.0") == 0)
		return "127.0.0.1";
	return strcmp(listens, "::") == 0 ? "::1" : listens;
}

/* Connects to the gateway; -1 on failure. */
static int
dial(const struct config *settings)
{
	const struct addrinfo hints = {
		.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV};
	const struct timeval limit = {.tv_sec = WAIT_S};
	struct addrinfo *found = NULL;
	char port[16];
	int fd;

	snprintf(port, sizeof(port), "%d", (int)settings->port.value);
	if (getaddrinfo(host_of(settings->listen.data), port, &hints, &found) != 0)
		return -1;
	fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd >= 0 &&
		(setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit)) != 0 ||
			connect(fd, found->ai_addr, found->ai_addrlen) != 0)) {
		close(fd);
		fd = -1;
	}
	freeaddrinfo(found);
	return fd;
}

/* Whether the answer is a 200. */
static bool
ask(int fd)
{
	static const char request[] = "GET /health/ready HTTP/1.1\r\nHost: localhost\r\n"
				      "Connection: close\r\n\r\n";
	static const char good[] = "HTTP/1.1 200 ";
	char answer[sizeof(good)] = "";
	const ssize_t size = (ssize_t)sizeof(good) - 1;

	return send(fd, request, sizeof(request) - 1, MSG_NOSIGNAL) ==
		(ssize_t)sizeof(request) - 1 &&
		recv(fd, answer, (size_t)size, MSG_WAITALL) == size &&
		memcmp(answer, good, (size_t)size) == 0;
}

int
probe_run(void)
{
	const int fd = dial(config_load());
	const bool ready = fd >= 0 && ask(fd);

	if (fd >= 0)
		close(fd);
	if (!ready)
		fputs("kith-gateway: not ready\n", stderr);
	return ready ? 0 : 1;
}
