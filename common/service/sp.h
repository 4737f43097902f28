/*
 * sp.h - a service that speaks SP REP itself (common/bus/sp_wire.h), on ipc://, tcp:// and
 * tls+tcp://.
 *
 * All of it belongs to the loop. What a connection brings is read at most once in a turn, and
 * what it is to get leaves at the turn's end in one write.
 */
#ifndef KITH_COMMON_SERVICE_SP_H
#define KITH_COMMON_SERVICE_SP_H

#include "common/secret/channel.h"
#include "common/service/inside.h"

/* Connections at once; each gateway has one for each of its loops. */
#define SERVICE_PEERS_MAX 256

/* So many bytes of answers may wait unread; a peer that leaves more is disconnected. */
#define SERVICE_BACKLOG_BYTES_MAX (8 * MESSAGE_REPLY_BYTES_MAX)

/* How long a peer has to say who it is. */
#define SERVICE_GREETING_MS 5000

struct service_sp {
	struct process *process;
	bool ipc;
	struct channel_side *side; /* of encrypted connections; NULL = they are not */
	int listen_fd;
	struct loop_timer *timer; /* of look_after(); set while a peer has not greeted */
	struct service_peer *peers[SERVICE_PEERS_MAX];
	struct service_peer *unsent; /* those that have something to send */
	bool paused;                 /* nothing is read because too many calls wait */
	bool held; /* there are frames in buffers for which there was no room */
};

/* Bytes of a stream that are yet to be used. */
struct service_bytes {
	uint8_t *data;
	size_t start, end, capacity;
};

/* A connection. The table and each frame hold a reference. */
struct service_peer {
	struct service_sp *sp;
	size_t place; /* in the table */
	int fd;
	struct channel *channel; /* of an encrypted connection */
	bool secured;            /* its handshake is over */
	unsigned references;
	atomic_bool closed; /* threads for slow work ask as well */

	struct service_bytes in;
	size_t wanted; /* the size of the frame that is not whole yet */
	bool greeted;
	bool trusted; /* a fresh frame of it was authentic */
	int64_t greet_by_ms;

	struct service_bytes out;
	bool blocked; /* the kernel takes no more */
	bool listed;  /* among the unsent */
	struct service_peer *next_unsent;
};

/* ---- listen.c ---- */

/* A listening socket for "ipc://path", "tcp://host:port" or "tls+tcp://host:port"; -1 after logging why not. */
int service_listen_open(const char *address, bool ipc);

/* ---- accept.c ---- */

/* Takes in all who wait to be connected. */
void service_accept(void *sp, uint32_t events);

/* ---- peers.c: the table ---- */

/* Gives a peer a place, which holds a reference of it. When all are taken, the peer that has been
 * there longest without being trusted loses its own; false when all are trusted. */
bool service_peers_seat(struct service_sp *sp, struct service_peer *peer);

/* Ends the connection; frames of it may still be at work. */
void service_peers_close(struct service_peer *peer);
void service_peers_release(struct service_peer *peer);

/* Tells the loop what the peer is watched for. */
void service_peers_watch(struct service_peer *peer);

/* Reads no peer, or all of them again. */
void service_peers_pause(struct service_sp *sp, bool paused);

/* ---- peer_in.c ---- */

/* The descriptor is ready. */
void service_peer_ready(void *peer, uint32_t events);

/* Takes the whole frames out of what was read, as long as there is room for calls; closes
 * the connection when it is of no use. */
void service_peer_take(struct service_peer *peer);

/* ---- peer_out.c ---- */

/* Says hello; false when that cannot be. */
bool service_peer_greet(struct service_peer *peer);

void
service_peer_answer(struct service_peer *peer, uint32_t id, const struct buffer *reply);

/* Hands the kernel what it takes; cuts the peer off when too much is left. */
void service_peer_send(struct service_peer *peer);

/* The kernel takes bytes again. */
void service_peer_unblock(struct service_peer *peer);

/* ---- bytes.c ---- */

/* Room for so many bytes at data + end; the caller adds what it wrote to .end. */
uint8_t *service_bytes_reserve(struct service_bytes *bytes, size_t size);

/* Gives the memory away, which its new owner frees; the buffer is empty. */
uint8_t *service_bytes_give(struct service_bytes *bytes);

/* Drops bytes from the front; a large buffer that is empty is freed. */
void service_bytes_use(struct service_bytes *bytes, size_t size);

#endif
