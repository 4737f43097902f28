#include "gateway/probe.h"

#include <netdb.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "common/base/clock.h"
#include "common/config/config.h"

#define WAIT_S 3
#define ADDRESS_MAX 128

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
dial(const struct config *settings, int wait_s)
{
	const struct addrinfo hints = {
		.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV};
	const struct timeval limit = {.tv_sec = wait_s};
	struct addrinfo *found = NULL;
	char port[16];
	int fd;

	snprintf(port, sizeof(port), "%d", (int)settings->port.value);
	if (getaddrinfo(host_of(settings->listen.data), port, &hints, &found) != 0)
		return -1;
	fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd >= 0 &&
		(setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit)) != 0 ||
			setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof(limit)) !=
				0 ||
			connect(fd, found->ai_addr, found->ai_addrlen) != 0)) {
		close(fd);
		fd = -1;
	}
	freeaddrinfo(found);
	return fd;
}

/* Whether the gateway answers. An end of the connection is an answer, too, because a
 * gateway with too many connections closes some. *ready tells whether it is a 200. */
static bool
ask(int fd, bool *ready)
{
	static const char request[] = "GET /health/ready HTTP/1.1\r\nHost: localhost\r\n"
				      "Connection: close\r\n\r\n";
	static const char good[] = "HTTP/1.1 200 ";
	char answer[sizeof(good)] = "";
	ssize_t size;

	if (send(fd, request, sizeof(request) - 1, MSG_NOSIGNAL) !=
		(ssize_t)sizeof(request) - 1)
		return false;
	size = recv(fd, answer, sizeof(good) - 1, MSG_WAITALL);
	*ready = size == (ssize_t)sizeof(good) - 1 &&
		memcmp(answer, good, sizeof(good) - 1) == 0;
	return size >= 0;
}

int
probe_run(enum probe probe)
{
	const struct config *settings = config_load();
	const int64_t begin_ms = clock_monotonic_ms();
	const int wait_s = probe_wait_s(probe, WAIT_S);
	const int fd = dial(settings, wait_s);
	enum probe_answer answer = PROBE_AWAY;
	char address[ADDRESS_MAX];
	bool ready = false;

	if (fd >= 0 && ask(fd, &ready))
		answer = ready ? PROBE_READY : PROBE_UNREADY;
	else if (clock_monotonic_ms() - begin_ms >= wait_s * INT64_C(1000))
		answer = PROBE_SILENT;
	if (fd >= 0)
		close(fd);
	snprintf(address, sizeof(address), "%s, port %d", host_of(settings->listen.data),
		(int)settings->port.value);
	return probe_finish(probe, answer, "kith-gateway", address);
}
