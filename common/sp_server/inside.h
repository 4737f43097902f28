/*
 * inside.h - what the files of sp_server share. From below: bytes.c, peer.c, out.c, in.c,
 * accept.c, sp_server.c; listen.c stands by itself.
 */
#ifndef KITH_COMMON_SP_SERVER_INSIDE_H
#define KITH_COMMON_SP_SERVER_INSIDE_H

#include "common/bus/sp_wire.h"
#include "common/secret/channel.h"
#include "common/sp_server/sp_server.h"

struct server {
	const struct receiver *receiver;
	bool ipc;
	struct channel_side *side; /* of encrypted connections; NULL = not encrypted */
	int listen_fd;
	struct loop_timer *timer; /* set while a peer has not greeted */
	struct peer *peers[SP_SERVER_PEERS_MAX];
	struct peer *unsent; /* peers with answers to send */
	bool paused;         /* nothing is read: the receiver has no room */
	bool held;           /* a buffer holds frames for which there was no room */
};

/* Bytes of a stream that are yet to be used. */
struct sp_bytes {
	uint8_t *data;
	size_t start, end, capacity;
};

/* A connection. The table and each frame hold a reference. */
struct peer {
	struct server *server;
	size_t place; /* in the table */
	int fd;
	struct channel *channel; /* of an encrypted connection */
	bool secured;            /* the handshake is over */
	unsigned references;
	atomic_bool closed;

	struct sp_bytes in;
	size_t wanted; /* the size of the frame that is not complete yet */
	bool greeted;
	bool trusted; /* sent a frame that was authentic and new */
	int64_t greet_by_ms;

	struct sp_bytes out;
	bool blocked; /* the kernel takes no more bytes */
	bool listed;  /* among the unsent */
	struct peer *next_unsent;
};

/* What the receiver calls a frame, and the peer that sent it. */
struct sp_frame {
	struct frame frame;
	struct peer *peer;
	uint32_t id; /* the peer's number of the request */
};

/* ---- bytes.c ---- */

/* Room for so many bytes at data + end; the caller adds what it wrote to .end. */
uint8_t *sp_server_bytes_reserve(struct sp_bytes *bytes, size_t size);

/* Drops bytes from the front. Frees a large buffer that is empty. */
void sp_server_bytes_use(struct sp_bytes *bytes, size_t size);

/* ---- listen.c ---- */

/* A listening socket; -1 after logging the reason. */
int sp_server_open(const char *address);

/* ---- peer.c ---- */

/* Gives a peer a place in the table. When all are taken, the oldest peer that is not
 * trusted is disconnected; false when all are trusted. */
bool sp_server_peer_seat(struct server *server, struct peer *peer);

/* Disconnects a peer, of which frames may still be at work. */
void sp_server_peer_close(struct peer *peer);
void sp_server_peer_release(struct peer *peer);

/* Tells the loop which events of the peer are of interest. */
void sp_server_peer_watch(struct peer *peer);

/* ---- out.c ---- */

/* Sends the hello; false when the connection is broken. */
bool sp_server_out_greet(struct peer *peer);

/* Adds an answer to those that leave at the end of the turn. */
void sp_server_out_answer(struct peer *peer, uint32_t id, const struct buffer *reply);

/* Sends the answers of a turn. */
void sp_server_out_send_all(struct server *server);

/* The kernel takes bytes again. */
void sp_server_out_unblock(struct peer *peer);

/* ---- in.c ---- */

/* The descriptor of a peer is ready. */
void sp_server_in_ready(void *peer, uint32_t events);

/* Stops reading from all peers, or reads on. */
void sp_server_in_pause(struct server *server, bool paused);

/* ---- accept.c ---- */

/* Accepts the connections that wait. */
void sp_server_accept(void *server, uint32_t events);

#endif
