/*
 * sp_peer.h - a scripted replica: SP on a unix socket, in a thread, without libnng. Every
 * operation blocks, for two seconds at most.
 */
#ifndef KITH_TESTS_UNIT_GATEWAY_BUS_SP_PEER_H
#define KITH_TESTS_UNIT_GATEWAY_BUS_SP_PEER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "common/bus/message.h"
#include "common/bus/sp_wire.h"
#include "common/wire/wire.h"
#include "tests/support/bus_replica.h"

struct sp_peer;

/* What the peer does on one connection after the hellos; the connection is closed
 * afterwards. */
typedef void sp_peer_script(struct sp_peer *peer, int fd);

struct sp_peer {
	char path[100], url[108];
	int listen_fd;
	pthread_t thread;
	sp_peer_script *script;
	bool rude;                             /* the script begins before any hello */
	atomic_bool over;                      /* no further connection */
	atomic_int connections, calls, faults; /* faults: of signature or nonce */
	atomic_bool mute;                      /* pings are not answered */
	atomic_bool draining;                  /* the state in the answers to pings */
	uint64_t last_nonce;
};

/* A call that came. */
struct sp_peer_call {
	uint32_t id;
	uint8_t *frame; /* malloc'd */
	size_t size;
	uint64_t nonce;
};

static inline bool
sp_peer_read(int fd, void *out, size_t size)
{
	return recv(fd, out, size, MSG_WAITALL) == (ssize_t)size;
}

/* Reads one frame; false at the connection's end. */
static inline bool
sp_peer_read_frame(int fd, struct sp_peer_call *call)
{
	uint8_t header[SP_WIRE_HEADER_MAX];
	struct sp_wire_frame frame;

	if (!sp_peer_read(fd, header, sizeof(header)) ||
		sp_wire_parse(header, sizeof(header), true, 2 << 20, &frame) ==
			SP_WIRE_BROKEN)
		return false;
	call->id = frame.id;
	call->size = frame.size - sizeof(header);
	call->frame = malloc(call->size + 1);
	return call->frame &&
		(call->size == 0 || sp_peer_read(fd, call->frame, call->size));
}

static inline void
sp_peer_send(int fd, uint32_t id, const void *frame, size_t size)
{
	uint8_t header[SP_WIRE_HEADER_MAX];
	const size_t used = sp_wire_header(header, true, id, size);

	if (send(fd, header, used, MSG_NOSIGNAL | MSG_MORE) < 0 ||
		send(fd, frame, size, MSG_NOSIGNAL) < 0)
		return; /* the next read reports the connection's end */
}

/* Sends the signed reply to a call. */
static inline void
sp_peer_reply(int fd, const struct sp_peer_call *call, const void *body, size_t size)
{
	uint8_t *frame = malloc(FRAME_REPLY_HEADER_SIZE + size);

	if (!frame)
		abort();
	frame_sign_reply(&bus_replica_key, call->nonce, body, size, frame);
	memcpy(frame + FRAME_REPLY_HEADER_SIZE, body, size);
	sp_peer_send(fd, call->id, frame, FRAME_REPLY_HEADER_SIZE + size);
	free(frame);
}

/* Answers a ping as the peer's flags say. */
static inline void
sp_peer_answer_ping(struct sp_peer *peer, int fd, const struct sp_peer_call *ping)
{
	struct arena *arena = arena_new(4096);
	static const struct op op = {.name = MESSAGE_PING, .shape = SHAPE_RECORD};
	struct call call = {.op = &op, .arena = arena, .reply = {.arena = arena}};
	struct buffer reply = {.arena = arena};

	wire_map(&call.reply, 1);
	wire_cstring(&call.reply, "status");
	wire_cstring(&call.reply, atomic_load(&peer->draining) ? "draining" : "ok");
	message_encode_reply(&reply, &call);
	if (!atomic_load(&peer->mute))
		sp_peer_reply(fd, ping, reply.data, reply.size);
	arena_free(arena);
}

/* Whether a frame is a ping; counts forged frames and nonces that do not grow. */
static inline bool
sp_peer_inspect(struct sp_peer *peer, struct sp_peer_call *call)
{
	uint64_t nonce = 0;
	size_t size = 0;

	const uint8_t *body =
		frame_open(&bus_replica_key, call->frame, call->size, &nonce, &size);
	struct arena *arena = arena_new(4096);
	struct message_call message = {0};
	const bool valid = body && message_decode_call(arena, body, size, &message);
	bool ping;

	if (!valid || (peer->last_nonce != 0 && nonce <= peer->last_nonce))
		peer->faults++;
	peer->last_nonce = nonce;
	call->nonce = nonce;
	ping = valid && strcmp(message.op.data, MESSAGE_PING) == 0;
	arena_free(arena);
	return ping;
}

/* Reads the next call and answers pings before it. The caller frees .frame when it
 * returns true. */
static inline bool
sp_peer_next(struct sp_peer *peer, int fd, struct sp_peer_call *call)
{
	for (;;) {
		bool came;
		bool ping;

		*call = (struct sp_peer_call){0};
		came = sp_peer_read_frame(fd, call);
		ping = came && sp_peer_inspect(peer, call);
		if (came && !ping) {
			peer->calls++;
			return true;
		}
		free(call->frame);
		if (!came)
			return false;
		sp_peer_answer_ping(peer, fd, call);
	}
}

static inline bool
sp_peer_hello(int fd)
{
	uint8_t hello[SP_WIRE_HELLO_SIZE];

	sp_wire_hello(hello, SP_WIRE_REP);
	if (send(fd, hello, sizeof(hello), MSG_NOSIGNAL) < 0)
		return false;
	return sp_peer_read(fd, hello, sizeof(hello)) &&
		sp_wire_hello_valid(hello, SP_WIRE_REQ);
}

static inline void *
sp_peer_work(void *data)
{
	struct sp_peer *peer = data;

	while (!atomic_load(&peer->over)) {
		const int fd = accept4(peer->listen_fd, NULL, NULL, SOCK_CLOEXEC);
		const struct timeval limit = {.tv_sec = 2};

		if (fd < 0)
			break;
		setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
		peer->connections++;
		if (peer->rude || sp_peer_hello(fd))
			peer->script(peer, fd);
		close(fd);
	}
	return NULL;
}

/* Listens at folder/name and serves one connection after another. */
static inline struct sp_peer *
sp_peer_new(const char *folder, const char *name, sp_peer_script *script)
{
	struct sp_peer *peer = calloc(1, sizeof(*peer));
	struct sockaddr_un address = {.sun_family = AF_UNIX};

	if (!peer)
		abort();
	snprintf(peer->path, sizeof(peer->path), "%s/%s", folder, name);
	snprintf(peer->url, sizeof(peer->url), "ipc://%s", peer->path);
	peer->script = script;
	peer->listen_fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	memcpy(address.sun_path, peer->path, sizeof(peer->path));
	unlink(peer->path);
	if (bind(peer->listen_fd, (const struct sockaddr *)&address, sizeof(address)) !=
			0 ||
		listen(peer->listen_fd, 8) != 0 ||
		pthread_create(&peer->thread, NULL, sp_peer_work, peer) != 0)
		abort();
	return peer;
}

/* Ends the thread; its client must have been freed before. */
static inline void
sp_peer_free(struct sp_peer *peer)
{
	if (!peer)
		return;
	atomic_store(&peer->over, true);
	shutdown(peer->listen_fd, SHUT_RDWR);
	pthread_join(peer->thread, NULL);
	close(peer->listen_fd);
	unlink(peer->path);
	free(peer);
}

/* A script: answers each call with "fine". */
static inline void
sp_peer_answers(struct sp_peer *peer, int fd)
{
	struct sp_peer_call call;

	while (sp_peer_next(peer, fd, &call)) {
		free(call.frame);
		sp_peer_reply(fd, &call, "fine", 4);
	}
}

#endif
