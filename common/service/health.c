/*
 * health.c - the client of --health and --alive, which sends one ping as a gateway does.
 */
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "common/base/clock.h"
#include "common/bus/message.h"
#include "common/bus/sp_wire.h"
#include "common/secret/channel.h"
#include "common/service/inside.h"

#define REPLY_BYTES_MAX ((size_t)4096)

/* A connection that blocks, encrypted or not. */
struct link {
	int fd;
	int wait_s;
	bool ipc;
	struct channel_side *side;
	struct channel *channel;
};

static bool
link_write(const struct link *link, const void *data, size_t size)
{
	return (link->channel != NULL ? channel_write(link->channel, data, size)
				      : send(link->fd, data, size, MSG_NOSIGNAL)) ==
		(ssize_t)size;
}

static bool
link_read(const struct link *link, uint8_t *out, size_t size)
{
	while (size > 0) {
		ssize_t got = link->channel != NULL
			? channel_read(link->channel, out, size)
			: recv(link->fd, out, size, 0);

		if (got <= 0)
			return false;
		out += got;
		size -= (size_t)got;
	}
	return true;
}

static bool
dial(struct link *link, const struct sockaddr *address, socklen_t size)
{
	const struct timeval limit = {.tv_sec = link->wait_s};

	link->fd = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
	return link->fd >= 0 &&
		setsockopt(link->fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit)) ==
		0 &&
		setsockopt(link->fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof(limit)) ==
		0 &&
		connect(link->fd, address, size) == 0;
}

static bool
dial_path(struct link *link, const char *path)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};

	snprintf(address.sun_path, sizeof(address.sun_path), "%s", path);
	return dial(link, (const struct sockaddr *)&address, sizeof(address));
}

/* A name may have addresses of both families, of which the service listens on one. */
static bool
dial_any(struct link *link, const struct addrinfo *found)
{
	for (; found != NULL; found = found->ai_next) {
		if (dial(link, found->ai_addr, found->ai_addrlen))
			return true;
		if (link->fd >= 0)
			close(link->fd);
		link->fd = -1;
	}
	return false;
}

/* A service that listens on all addresses is asked on the loopback address. */
static bool
dial_tcp(struct link *link, const char *host_and_port)
{
	struct addrinfo *found = address_find(host_and_port, 0);
	bool done = found != NULL && dial_any(link, found);

	if (found != NULL)
		freeaddrinfo(found);
	return done;
}

static bool
open_link(struct link *link, const struct key *key, const char *address)
{
	const char *rest = address_rest(address);

	link->ipc = address_has_scheme(address, "ipc");
	if (!(link->ipc ? dial_path(link, rest) : dial_tcp(link, rest)))
		return false;
	if (!address_has_scheme(address, "tls+tcp"))
		return true;
	link->side = channel_side_new(key, CHANNEL_DIALS);
	link->channel = channel_new(link->side, link->fd);
	return channel_shake(link->channel) == CHANNEL_OPEN;
}

/* Both hellos, and the frame of one ping. */
static bool
ask(const struct link *link, const struct key *key, uint64_t nonce)
{
	static const struct op ping = {.name = MESSAGE_PING};
	struct arena *arena = arena_new(4096);
	const struct call call = {.op = &ping,
		.arena = arena,
		.principal.via = VIA_OPERATOR,
		.request_id = arena_text(arena, "health"),
		.deadline_unix_ms =
			clock_unix_us() / 1000 + link->wait_s * INT64_C(1000)};
	struct buffer body = {.arena = arena};
	uint8_t hello[SP_WIRE_HELLO_SIZE], header[SP_WIRE_HEADER_MAX];
	uint8_t frame[FRAME_HEADER_SIZE];
	size_t size;
	bool done;

	sp_wire_hello(hello, SP_WIRE_REQ);
	message_encode_call(&body, &call, NULL, 0);
	size = sp_wire_header(
		header, link->ipc, SP_WIRE_ID_BIT | 1, FRAME_HEADER_SIZE + body.size);
	frame_sign(key, nonce, body.data, body.size, frame);
	done = link_write(link, hello, sizeof(hello)) &&
		link_read(link, hello, sizeof(hello)) &&
		sp_wire_hello_valid(hello, SP_WIRE_REP) &&
		link_write(link, header, size) &&
		link_write(link, frame, sizeof(frame)) &&
		link_write(link, body.data, body.size);
	arena_free(arena);
	return done;
}

/* What the answer to a ping says: {"status": "ok"}, "starting" or "draining". */
static enum probe_answer
status_in(const uint8_t *body, size_t size)
{
	if (body == NULL)
		return PROBE_FORGED;
	if (memmem(body, size, "\xa2ok", 3) != NULL)
		return PROBE_READY;
	return memmem(body, size, "\xa8starting", 9) != NULL ? PROBE_STARTING
							     : PROBE_DRAINING;
}

/* Reads the answer to the ping; false when none comes. */
static bool
hear(const struct link *link, const struct key *key, uint64_t nonce,
	enum probe_answer *answer)
{
	const size_t head = link->ipc ? SP_WIRE_HEADER_MAX : SP_WIRE_HEADER_MAX - 1;
	uint8_t bytes[REPLY_BYTES_MAX];
	struct sp_wire_frame frame;
	const uint8_t *body;
	size_t size;

	if (!link_read(link, bytes, head) ||
		sp_wire_parse(bytes, head, link->ipc, sizeof(bytes), &frame) !=
			SP_WIRE_PARTIAL ||
		frame.size > sizeof(bytes) ||
		!link_read(link, bytes + head, frame.size - head) ||
		sp_wire_parse(bytes, frame.size, link->ipc, sizeof(bytes), &frame) !=
			SP_WIRE_FRAME)
		return false;
	body = frame_open_reply(key, nonce, frame.body, frame.body_size, &size);
	*answer = status_in(body, size);
	return true;
}

enum probe_answer
service_health(enum service_name service, const char *address, int wait_s)
{
	const struct key key = secret_bus_key(service);
	const int64_t begin_ms = clock_monotonic_ms();
	struct link link = {.fd = -1, .wait_s = wait_s};
	uint64_t nonce;
	enum probe_answer answer = PROBE_AWAY;
	bool answered, silent;

	secret_random(&nonce, sizeof(nonce));
	answered = open_link(&link, &key, address) && ask(&link, &key, nonce) &&
		hear(&link, &key, nonce, &answer);
	channel_free(link.channel);
	channel_side_free(link.side);
	silent =
		link.fd >= 0 && clock_monotonic_ms() - begin_ms >= wait_s * INT64_C(1000);
	if (link.fd >= 0)
		close(link.fd);
	if (answered)
		return answer;
	return silent ? PROBE_SILENT : PROBE_AWAY;
}
