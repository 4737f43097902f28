/*
 * gate.h - a proxy in front of the database that a test can shut. A shut gate still
 * accepts connections but passes nothing on, like a stopped server.
 */
#ifndef KITH_TESTS_UNIT_SERVICE_GATE_H
#define KITH_TESTS_UNIT_SERVICE_GATE_H

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/support/scratch.h"

#define GATE_PAIRS_MAX 64

struct gate {
	PGconn *pattern; /* its parameters locate the database */
	int listen_fd;
	atomic_bool shut;
	pthread_t thread;
	struct pollfd ends[2 * GATE_PAIRS_MAX + 1]; /* of the pairs, and the listener */
	int pairs;
};

/* A connection to the database's server, as libpq makes it. */
static inline int
gate_dial(const struct gate *gate)
{
	struct sockaddr_storage address;
	socklen_t size = sizeof(address);
	int fd;

	if (getpeername(PQsocket(gate->pattern), (struct sockaddr *)&address, &size) != 0)
		abort();
	fd = socket(address.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (connect(fd, (const struct sockaddr *)&address, size) != 0)
		abort();
	return fd;
}

static inline void
gate_accept(struct gate *gate)
{
	struct pollfd *pair = gate->ends + (ptrdiff_t)2 * gate->pairs;
	int fd = accept4(gate->listen_fd, NULL, NULL, SOCK_CLOEXEC);

	if (fd < 0 || gate->pairs == GATE_PAIRS_MAX)
		abort();
	pair[0] = (struct pollfd){.fd = fd, .events = POLLIN};
	pair[1] = (struct pollfd){.fd = gate_dial(gate), .events = POLLIN};
	gate->pairs++;
}

/* Passes on what one end of a pair sends, or its end. */
static inline void
gate_pass(struct pollfd *pair, int from)
{
	char bytes[16384];
	ssize_t got = recv(pair[from].fd, bytes, sizeof(bytes), 0);

	if (got > 0 && send(pair[1 - from].fd, bytes, (size_t)got, MSG_NOSIGNAL) == got)
		return;
	for (int i = 0; i < 2; i++) {
		close(pair[i].fd);
		pair[i].fd = -1;
	}
}

static inline void *
gate_work(void *data)
{
	struct gate *gate = data;

	for (;;) {
		struct pollfd *last = gate->ends + (ptrdiff_t)2 * gate->pairs;

		*last = (struct pollfd){.fd = gate->listen_fd, .events = POLLIN};
		if (atomic_load(&gate->shut) ||
			poll(gate->ends, (nfds_t)(2 * gate->pairs + 1), 10) <= 0) {
			usleep(1000);
			continue;
		}
		if (last->revents & POLLHUP)
			return NULL;
		for (int i = 0; i < 2 * gate->pairs; i++)
			if (gate->ends[i].fd >= 0 && gate->ends[i].revents != 0)
				gate_pass(gate->ends + i / 2 * 2, i % 2);
		if (last->revents & POLLIN)
			gate_accept(gate);
	}
}

/* Makes an open gate and points KITH_DATABASE_URL to it. */
static inline struct gate *
gate_new(void)
{
	struct gate *gate = calloc(1, sizeof(*gate));
	struct sockaddr_in any = {
		.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t size = sizeof(any);

	if (gate == NULL)
		abort();
	gate->pattern = PQconnectdb(getenv("KITH_DATABASE_URL"));
	gate->listen_fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (bind(gate->listen_fd, (const struct sockaddr *)&any, sizeof(any)) != 0 ||
		listen(gate->listen_fd, GATE_PAIRS_MAX) != 0 ||
		getsockname(gate->listen_fd, (struct sockaddr *)&any, &size) != 0 ||
		pthread_create(&gate->thread, NULL, gate_work, gate) != 0)
		abort();
	setenv("KITH_DATABASE_URL",
		arena_printf(scratch_arena(), "host=127.0.0.1 port=%u dbname=%s",
			ntohs(any.sin_port), PQdb(gate->pattern)),
		1);
	return gate;
}

/* Frees it; its clients must have ended before. */
static inline void
gate_free(struct gate *gate, const char *url)
{
	setenv("KITH_DATABASE_URL", url, 1);
	atomic_store(&gate->shut, false);
	shutdown(gate->listen_fd, SHUT_RDWR);
	pthread_join(gate->thread, NULL);
	for (int i = 0; i < 2 * gate->pairs; i++)
		if (gate->ends[i].fd >= 0)
			close(gate->ends[i].fd);
	close(gate->listen_fd);
	PQfinish(gate->pattern);
	free(gate);
}

#endif
