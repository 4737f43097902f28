/*
 * replica.c - one connection to one replica, for as long as its address is there.
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
#include "gateway/bus/memory.h"
#include "gateway/bus/sp.h"

#define BACKOFF_FIRST_MS 20
#define BACKOFF_MAX_MS 500

/* For the connection and the handshake together. */
#define CONNECT_MS 2000

/* A host that is gone, and acknowledges nothing, is noticed by the kernel after this. */
#define UNACKNOWLEDGED_MS 5000U

/* So often a turn reads from a connection, each time as much as the buffer has room for. A loop that
 * begins few turns, as there are many refusals (gateway/http/pace.c), would have the replies wait if it
 * read once. */
#define READS_MAX 4

static void connect_now(void *data);

bool
bus_replica_usable(const struct bus_replica *replica)
{
	return replica->state == BUS_REPLICA_OPEN && replica->alive &&
		!replica->draining && !replica->vanished;
}

size_t
bus_replica_outstanding(const struct bus_replica *replica)
{
	return replica->queued.count + replica->sent.count;
}

/* Cancels the timer, whatever it was for. */
static void
disarm(struct bus_replica *replica)
{
	loop_cancel(replica->bus->loop, replica->timer);
	replica->timer = NULL;
}

/* Closes the descriptor, if there is one. */
static void
close_connection(struct bus_replica *replica)
{
	disarm(replica);
	replica->state = BUS_REPLICA_CLOSED;
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
bus_replica_lost(struct bus_replica *replica)
{
	close_connection(replica);
	/* Nothing more is written here, so a large call that goes elsewhere need leave no copy. */
	replica->large = (struct bus_large){0};
	while (replica->sent.first != NULL)
		bus_place_lost(replica->sent.first);
	while (replica->queued.first != NULL)
		bus_place_lost(replica->queued.first);
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

/* The peer took too long to connect or to say hello. */
static void
connect_late(void *data)
{
	struct bus_replica *replica = data;

	replica->timer = NULL;
	bus_replica_lost(replica);
}

/* Says hello. A new connection's buffer holds eight bytes, or it is of no use. */
static void
say_hello(struct bus_replica *replica)
{
	uint8_t hello[SP_WIRE_HELLO_SIZE];

	sp_wire_hello(hello, SP_WIRE_REQ);
	if (bus_stream_send(replica, hello, sizeof(hello)) != (ssize_t)sizeof(hello)) {
		bus_replica_lost(replica);
		return;
	}
	replica->state = BUS_REPLICA_SHAKING;
}

/* Goes on with the handshake of the encryption. */
static void
secure(struct bus_replica *replica)
{
	switch (channel_shake(replica->channel)) {
	case CHANNEL_SHAKING:
		return;
	case CHANNEL_OPEN:
		say_hello(replica);
		return;
	case CHANNEL_BROKEN:
		break;
	}
	if (errno == EPROTO) {
		log_warn("bus_handshake",
			LOG_TEXT("service",
				service_names[replica->service -
					replica->bus->services]));
	}
	bus_replica_lost(replica);
}

/* The connection is there, or will not be. */
static void
connected(struct bus_replica *replica)
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
		say_hello(replica);
		return;
	}
	replica->channel = channel_new(replica->service->side, replica->fd);
	replica->state = BUS_REPLICA_SECURING;
	secure(replica);
}

/* Hears the peer's hello; false when it is another protocol's. */
static bool
hear_hello(struct bus_replica *replica)
{
	if (replica->in.end - replica->in.start < SP_WIRE_HELLO_SIZE)
		return true;
	if (!sp_wire_hello_valid(replica->in.data + replica->in.start, SP_WIRE_REP))
		return false;
	replica->in.start += SP_WIRE_HELLO_SIZE;
	replica->state = BUS_REPLICA_OPEN;
	disarm(replica);
	bus_ping_begin(replica);
	return true;
}

/* Takes what has come, but not for ever: the other connections have their turn as well. False when
 * the connection is of no use. */
static bool
take(struct bus_replica *replica)
{
	bool fine = true, more = true;

	for (int reads = 0; fine && more && reads < READS_MAX; reads++) {
		fine = bus_stream_read(replica, &more);
		if (fine && replica->state == BUS_REPLICA_SHAKING)
			fine = hear_hello(replica);
		if (fine && replica->state == BUS_REPLICA_OPEN)
			fine = bus_stream_replies(replica);
	}
	return fine;
}

/* Something happened on the connection. */
static void
ready(void *data, uint32_t events)
{
	struct bus_replica *replica = data;

	if (replica->state == BUS_REPLICA_CONNECTING) {
		connected(replica);
		return;
	}
	if (replica->state == BUS_REPLICA_SECURING) {
		secure(replica);
		return;
	}
	/* What waits to be written is written at the end of this turn. */
	if (events & EPOLLOUT)
		bus_stream_block(replica, false);
	if (!(events & ~(uint32_t)EPOLLOUT))
		return;
	if (!take(replica))
		bus_replica_lost(replica);
}

/* Small frames leave at once, and a dead host is noticed. */
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

/* Begins a connection. */
static void
connect_now(void *data)
{
	struct bus_replica *replica = data;
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
	replica->state = BUS_REPLICA_CONNECTING;
	replica->timer =
		loop_after(replica->bus->loop, CONNECT_MS, connect_late, replica);
	loop_watch(replica->bus->loop, replica->fd, EPOLLOUT, ready, replica);
}

/* At least twice as many places as calls, a power of two. */
static uint32_t
table_size(size_t in_flight_max)
{
	uint32_t size = 64;

	while (size < in_flight_max * 2)
		size *= 2;
	return size;
}

struct bus_replica *
bus_replica_new(
	struct bus_service *service, const struct bus_address *address, bool encrypted)
{
	struct bus_replica *replica = bus_memory_new(sizeof(*replica));
	const uint32_t places = table_size(service->bus->in_flight_max);

	replica->bus = service->bus;
	replica->service = service;
	replica->address = *address;
	replica->ipc = address->socket.ss_family == AF_UNIX;
	replica->encrypted = encrypted;
	replica->fd = -1;
	replica->table = bus_memory_new(places * sizeof(struct bus_call *));
	replica->table_mask = places - 1;
	connect_now(replica);
	return replica;
}

void
bus_replica_free(struct bus_replica *replica)
{
	close_connection(replica);
	bus_stream_reset(replica);
	free(replica->table);
	free(replica);
}
