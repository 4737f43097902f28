/*
 * sp_client.h - a peer of a service that writes raw bytes, for tests. Every operation
 * blocks, for five seconds at most.
 *
 * The nonce of a frame is the id of its request, so that a reply names its request. The
 * nonces of sp_client_call() also hold the connection: each is a sender of its own.
 */
#ifndef KITH_TESTS_UNIT_SERVICE_SP_CLIENT_H
#define KITH_TESTS_UNIT_SERVICE_SP_CLIENT_H

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "common/bus/sp_wire.h"
#include "tests/support/scratch.h"
#include "tests/support/service_client.h"

#define SP_CLIENT_REPLY_BYTES_MAX (MESSAGE_REPLY_BYTES_MAX + FRAME_REPLY_HEADER_SIZE)

/* The port of a service on the loopback address; 0 for one in a directory. */
static uint16_t sp_client_port;

/* The service's address; returns its size. */
static inline socklen_t
sp_client_address(const char *directory, struct sockaddr_storage *out)
{
	struct sockaddr_in tcp = {.sin_family = AF_INET,
		.sin_port = htons(sp_client_port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	struct sockaddr_un ipc = {.sun_family = AF_UNIX};

	memset(out, 0, sizeof(*out));
	if (sp_client_port != 0) {
		memcpy(out, &tcp, sizeof(tcp));
		return sizeof(tcp);
	}
	snprintf(ipc.sun_path, sizeof(ipc.sun_path), "%s/content.ipc", directory);
	memcpy(out, &ipc, sizeof(ipc));
	return sizeof(ipc);
}

/* Connects without a hello. */
static inline int
sp_client_connect(const char *directory)
{
	struct sockaddr_storage address;
	socklen_t size = sp_client_address(directory, &address);
	const struct timeval limit = {.tv_sec = 5};
	int fd = socket(address.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);

	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
	setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof(limit));
	if (connect(fd, (const struct sockaddr *)&address, size) != 0) {
		close(fd);
		return -1;
	}
	return fd;
}

static inline bool
sp_client_send(int fd, const void *data, size_t size)
{
	const uint8_t *bytes = data;

	while (size > 0) {
		ssize_t taken = send(fd, bytes, size, MSG_NOSIGNAL);

		if (taken <= 0)
			return false;
		bytes += taken;
		size -= (size_t)taken;
	}
	return true;
}

static inline bool
sp_client_read(int fd, void *out, size_t size)
{
	return size == 0 || recv(fd, out, size, MSG_WAITALL) == (ssize_t)size;
}

/* Connects and exchanges hellos; -1 when that failed. */
static inline int
sp_client_open(const char *directory)
{
	int fd = sp_client_connect(directory);
	uint8_t hello[SP_WIRE_HELLO_SIZE];

	sp_wire_hello(hello, SP_WIRE_REQ);
	if (fd >= 0 && sp_client_send(fd, hello, sizeof(hello)) &&
		sp_client_read(fd, hello, sizeof(hello)) &&
		sp_wire_hello_valid(hello, SP_WIRE_REP))
		return fd;
	if (fd >= 0)
		close(fd);
	return -1;
}

/* Appends a frame as it is, with a request id. */
static inline void
sp_client_wrap(struct buffer *out, uint32_t id, const void *frame, size_t frame_size)
{
	uint8_t header[SP_WIRE_HEADER_MAX];
	size_t size = sp_wire_header(
		header, sp_client_port == 0, SP_WIRE_ID_BIT | id, frame_size);

	buffer_append(out, header, size);
	buffer_append(out, frame, frame_size);
}

/* Appends the bytes of one call, with a request id. */
static inline void
sp_client_frame_with(struct buffer *out, uint32_t id, const char *op, const char *json,
	int64_t deadline_ms)
{
	struct buffer frame = service_client_frame_of(id, op, json, deadline_ms);

	sp_client_wrap(out, id, frame.data, frame.size);
}

static inline void
sp_client_frame(struct buffer *out, uint32_t id, const char *op, int64_t deadline_ms)
{
	sp_client_frame_with(out, id, op, "{}", deadline_ms);
}

static inline uint64_t
sp_client_nonce(int fd, uint32_t id)
{
	return (uint64_t)fd << 40 | id;
}

static inline bool
sp_client_call(int fd, uint32_t id, const char *op)
{
	struct buffer bytes = {.arena = scratch_arena()};

	struct buffer frame =
		service_client_frame_of(sp_client_nonce(fd, id), op, "{}", 5000);

	sp_client_wrap(&bytes, id, frame.data, frame.size);
	return sp_client_send(fd, bytes.data, bytes.size);
}

/* Reads one reply; returns its id, or 0 when none came. */
static inline uint32_t
sp_client_reply(int fd, struct message_reply *reply)
{
	const bool ipc = sp_client_port == 0;
	const size_t header_size = SP_WIRE_HEADER_MAX - !ipc;
	struct key key = secret_bus_key(SERVICE_CONTENT);
	uint8_t header[SP_WIRE_HEADER_MAX], *bytes;
	struct sp_wire_frame frame;
	const uint8_t *body;
	uint32_t id;
	size_t size, body_size;

	if (!sp_client_read(fd, header, header_size) ||
		sp_wire_parse(header, header_size, ipc, SP_CLIENT_REPLY_BYTES_MAX,
			&frame) != SP_WIRE_PARTIAL)
		return 0;
	id = frame.id & ~SP_WIRE_ID_BIT;
	size = frame.size - header_size;
	bytes = arena_alloc(scratch_arena(), size);
	if (!sp_client_read(fd, bytes, size))
		return 0;
	body = frame_open_reply(&key, id, bytes, size, &body_size);
	if (body == NULL)
		body = frame_open_reply(
			&key, sp_client_nonce(fd, id), bytes, size, &body_size);
	if (body == NULL ||
		!message_decode_reply(scratch_arena(), body, body_size, reply))
		return 0;
	return id;
}

/* Whether the service closes the connection, whatever it sends before. */
static inline bool
sp_client_is_cut_off(int fd)
{
	char bytes[4096];
	ssize_t got;

	do {
		got = recv(fd, bytes, sizeof(bytes), 0);
	} while (got > 0);
	return got == 0 || errno == ECONNRESET;
}

#endif
