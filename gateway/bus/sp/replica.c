/*
 * replica.c - a connection to a replica, as long as the replica's address exists.
 */
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common/base/log.h"
#include "common/bus/sp_wire.h"
#include "gateway/bus/base/memory.h"
#include "gateway/bus/sp/inside.h"

#define BACKOFF_FIRST_MS 20
#define BACKOFF_MAX_MS 500

/* For connecting and all handshakes together. */
#define CONNECT_MS 2000

/* The kernel gives a host up that has acknowledged nothing for so long. */
#define UNACKNOWLEDGED_MS 5000U

/* A turn reads a connection so often. Under throttling a loop has few turns, and with one
 * read in each, replies would wait. */
#define READS_MAX 4

static void connect_now(void *data);

static void
disarm(struct sp_replica *replica)
{
	loop_cancel(replica->bus->loop, replica->timer);
	replica->timer = NULL;
}

static void
close_connection(struct sp_replica *replica)
{
	disarm(replica);
	replica->state = SP_REPLICA_CLOSED;
	replica->alive = false;
	replica->draining = false;
	if (replica->fd < 0)
		return;
	loop_forget(replica->bus->loop, replica->fd);
	channel_free(replica->channel);
	replica->channel = NULL;
	close(replica->fd);
	replica->fd = -1;
}

void
bus_replica_lost(struct sp_replica *replica)
{
	close_connection(replica);
	while (replica->sent.first != NULL)
		bus_dispatch_lost(replica->sent.first);
	while (replica->queued.first != NULL)
		bus_dispatch_lost(replica->queued.first);
	bus_stream_reset(replica);
	replica->service->changed = true;
	bus_sp_wake(replica->bus);

	replica->backoff_ms =
		replica->backoff_ms > 0 ? replica->backoff_ms * 2 : BACKOFF_FIRST_MS;
	if (replica->backoff_ms > BACKOFF_MAX_MS)
		replica->backoff_ms = BACKOFF_MAX_MS;
	replica->timer =
		loop_after(replica->bus->loop, replica->backoff_ms, connect_now, replica);
}

/* Connecting and handshakes took too long. */
static void
connect_late(void *data)
{
	struct sp_replica *replica = data;

	replica->timer = NULL;
	bus_replica_lost(replica);
}

/* Sends the SP greeting. A connection that does not take its eight bytes is useless. */
static void
send_greeting(struct sp_replica *replica)
{
	uint8_t hello[SP_WIRE_HELLO_SIZE];

	sp_wire_hello(hello, SP_WIRE_REQ);
	if (bus_stream_send(replica, hello, sizeof(hello)) != (ssize_t)sizeof(hello)) {
		bus_replica_lost(replica);
		return;
	}
	replica->state = SP_REPLICA_GREETING;
}

/* Goes on with the TLS handshake. */
static void
secure(struct sp_replica *replica)
{
	switch (channel_shake(replica->channel)) {
	case CHANNEL_SHAKING:
		return;
	case CHANNEL_OPEN:
		send_greeting(replica);
		return;
	case CHANNEL_BROKEN:
		break;
	}
	if (errno == EPROTO) {
		log_warn("bus_handshake",
			LOG_TEXT("service", service_names[replica->service->name]));
	}
	bus_replica_lost(replica);
}

/* Connecting has ended. */
static void
connected(struct sp_replica *replica)
{
	int error = 0;
	socklen_t size = sizeof(error);

	if (getsockopt(replica->fd, SOL_SOCKET, SO_ERROR, &error, &size) != 0 ||
		error != 0) {
		bus_replica_lost(replica);
		return;
	}
	loop_change(replica->bus->loop, replica->fd, EPOLLIN);
	if (!replica->encrypted) {
		send_greeting(replica);
		return;
	}
	replica->channel = channel_new(replica->service->side, replica->fd);
	replica->state = SP_REPLICA_SECURING;
	secure(replica);
}

/* Takes the peer's SP greeting; false when it is another protocol's. */
static bool
take_greeting(struct sp_replica *replica)
{
	if (replica->in.end - replica->in.start < SP_WIRE_HELLO_SIZE)
		return true;
	if (!sp_wire_hello_valid(replica->in.data + replica->in.start, SP_WIRE_REP))
		return false;
	bus_stream_consume(replica, SP_WIRE_HELLO_SIZE);
	replica->state = SP_REPLICA_OPEN;
	disarm(replica);
	bus_ping_begin(replica);
	return true;
}

/* Gives a reply to its call; false when it is forged. A reply whose call has ended is
 * dropped. */
static bool
take_reply(struct sp_replica *replica, const struct sp_wire_frame *frame)
{
	const uint32_t id = frame->id & ~SP_WIRE_ID_BIT;
	struct sp_call *call;
	const uint8_t *body;
	size_t size = 0;

	if (id & BUS_PING_BIT)
		return bus_ping_answered(replica, id, frame);
	call = replica->table[id & replica->table_mask];
	if (call == NULL || call->wire_id != id)
		return true;
	body = bus_reply_open(replica->service->name, &replica->service->key,
		call->base.nonce, frame->body, frame->body_size, &size);
	if (body == NULL)
		return false;
	replica->heard = true;
	bus_dispatch_end(call, BUS_ANSWERED, body, size);
	return true;
}

/* Takes the complete frames; false when one is no reply, or a forged one. */
static bool
take_replies(struct sp_replica *replica)
{
	struct sp_wire_frame frame;
	enum sp_wire_status status;

	while ((status = bus_stream_next(replica, &frame)) == SP_WIRE_FRAME) {
		if (!take_reply(replica, &frame))
			return false;
		bus_stream_consume(replica, frame.size);
	}
	return status == SP_WIRE_PARTIAL;
}

/* Takes what has come, within the turn's limit. False when the connection is useless. */
static bool
take(struct sp_replica *replica)
{
	bool fine = true, more = true;

	for (int reads = 0; fine && more && reads < READS_MAX; reads++) {
		fine = bus_stream_read(replica, &more);
		if (fine && replica->state == SP_REPLICA_GREETING)
			fine = take_greeting(replica);
		if (fine && replica->state == SP_REPLICA_OPEN)
			fine = take_replies(replica);
	}
	return fine;
}

static void
ready(void *data, uint32_t events)
{
	struct sp_replica *replica = data;

	if (replica->state == SP_REPLICA_CONNECTING) {
		connected(replica);
		return;
	}
	if (replica->state == SP_REPLICA_SECURING) {
		secure(replica);
		return;
	}
	/* The end of this turn writes what waits. */
	if (events & EPOLLOUT)
		bus_stream_block(replica, false);
	if (!(events & ~(uint32_t)EPOLLOUT))
		return;
	if (!take(replica))
		bus_replica_lost(replica);
}

/* Sends small frames at once, and notices a dead host. */
static void
tune_tcp(int fd)
{
	const int on = 1;
	const unsigned unacknowledged_ms = UNACKNOWLEDGED_MS;

	/* The connection works without either, only less well. */
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
	setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &unacknowledged_ms,
		sizeof(unacknowledged_ms));
}

static void
connect_now(void *data)
{
	struct sp_replica *replica = data;
	const struct sockaddr *address =
		(const struct sockaddr *)&replica->address.socket;

	replica->timer = NULL;
	replica->fd =
		socket(address->sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (replica->fd < 0) {
		bus_replica_lost(replica);
		return;
	}
	if (!replica->ipc)
		tune_tcp(replica->fd);
	if (connect(replica->fd, address, replica->address.size) != 0 &&
		errno != EINPROGRESS) {
		bus_replica_lost(replica);
		return;
	}
	replica->state = SP_REPLICA_CONNECTING;
	replica->timer =
		loop_after(replica->bus->loop, CONNECT_MS, connect_late, replica);
	loop_watch(replica->bus->loop, replica->fd, EPOLLOUT, ready, replica);
}

/* A power of two, at least twice the cap on calls. */
static uint32_t
table_size(size_t in_flight_max)
{
	uint32_t size = 64;

	while (size < in_flight_max * 2)
		size *= 2;
	return size;
}

struct sp_replica *
bus_replica_new(
	struct sp_service *service, const struct bus_address *address, bool encrypted)
{
	struct sp_replica *replica = bus_memory_new(sizeof(*replica));
	const uint32_t places = table_size(service->bus->in_flight_max);

	replica->bus = service->bus;
	replica->service = service;
	replica->address = *address;
	replica->ipc = address->socket.ss_family == AF_UNIX;
	replica->encrypted = encrypted;
	replica->fd = -1;
	replica->table = bus_memory_new(places * sizeof(struct sp_call *));
	replica->table_mask = places - 1;
	connect_now(replica);
	return replica;
}

void
bus_replica_free(struct sp_replica *replica)
{
	close_connection(replica);
	bus_stream_reset(replica);
	free(replica->table);
	free(replica);
}
