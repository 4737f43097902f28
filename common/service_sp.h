/*
 * service_sp.h - a service that speaks SP REP itself (common/sp_wire.h), on ipc:// and tcp://.
 *
 * There is no thread for the network. Every thread of the database lane that has nothing to
 * do waits in epoll_wait() on one set. Whom the kernel wakes reads what came, queues the
 * frames, wakes as many others as there are more of them, and carries one out. All
 * descriptors are edge-triggered, so that one event wakes one thread, and nobody has to
 * arm anything again. What is shared is under the process's lock, which no system call but
 * epoll_ctl() is made with.
 */
#ifndef KITH_SERVICE_SP_H
#define KITH_SERVICE_SP_H

#include "common/service_inside.h"

/* Connections at once; each gateway has one for each of its loops. */
#define SERVICE_PEERS_MAX 256

/* Calls that wait for a worker: beyond either, nothing is read. */
#define SERVICE_CALLS_MAX 1024
#define SERVICE_CALLS_BYTES_MAX ((size_t)32 * 1024 * 1024)

/* Answers that a peer does not read: beyond it the peer is cut off. */
#define SERVICE_BACKLOG_BYTES_MAX (8 * MESSAGE_REPLY_BYTES_MAX)

/* How long a peer has to say who it is. */
#define SERVICE_GREETING_MS 5000

struct service_sp {
	struct process *process;
	bool ipc;
	int epoll_fd, listen_fd, timer_fd;
	int wake_fd;         /* an eventfd that nobody reads: each write wakes a thread */
	atomic_uint waiting; /* threads in epoll_wait(), or about to be */
	atomic_bool timer_set;

	/* Under the process's lock. */
	struct service_queue calls;
	struct service_peer *peers[SERVICE_PEERS_MAX];
	unsigned paused; /* peers that are not read because too many calls wait */
	uint32_t serial; /* of the newest peer */
};

/* Bytes of a stream that are yet to be used. */
struct service_bytes {
	uint8_t *data;
	size_t start, end, capacity;
};

/* A connection. The table and each frame hold a reference; the descriptor is closed with the
 * last one, so that nobody ever writes to somebody else's. */
struct service_peer {
	struct service_sp *sp;
	uint64_t
		key; /* what its events carry: the serial number and the place in the table */
	int fd;
	atomic_uint references;
	atomic_bool closed;

	/* Reading: of the thread that raised .events from 0. */
	atomic_uint events;
	struct service_bytes in;
	size_t wanted; /* the size of the frame that is not whole yet */
	atomic_bool greeted;
	atomic_bool trusted; /* a fresh frame of it was authentic */
	int64_t greet_by_ms;
	bool paused; /* under the process's lock */

	pthread_mutex_t lock; /* of writing */
	struct service_bytes sending, queued;
	bool writing; /* a thread is in send(): it sends what others queue meanwhile */
	bool blocked; /* the kernel takes no more */
};

/* ---- service_listen.c ---- */

/* A listening socket for "ipc://path" or "tcp://host:port"; -1 after logging why not. */
int service_listen_open(const char *address, bool ipc);

/* ---- service_accept.c ---- */

/* Takes in all who wait to be connected. */
void service_accept(struct service_sp *sp);

/* Closes those that said nothing in time, and accepts again. */
void service_accept_tick(struct service_sp *sp);

/* ---- service_peers.c: the table ---- */

/* Gives a peer a place, which holds a reference of it; false when all are taken. Then *stranger
 * is the peer that has been there longest without being trusted, with a reference, or NULL. */
bool service_peers_seat(
	struct service_sp *sp, struct service_peer *peer, struct service_peer **stranger);

/* Those who should have said who they are, each with a reference, and whether there are more
 * who still have time. */
size_t service_peers_silent(
	struct service_sp *sp, struct service_peer *late[SERVICE_PEERS_MAX], bool *more);

/* The peer of an event with a reference, or NULL when it has gone. */
struct service_peer *service_peers_find(struct service_sp *sp, uint64_t key);

/* Ends the connection; frames of it may still be at work. */
void service_peers_close(struct service_peer *peer);
void service_peers_release(struct service_peer *peer);

/* Whether nothing more may be read now; then the peer is noted, and read when it may be. */
bool service_peers_pause(struct service_peer *peer);

/* Reads the peers that had to wait. */
void service_peers_resume(struct worker *worker, struct service_sp *sp);

/* ---- service_peer_in.c ---- */

/* Reads what is there, and again what comes meanwhile. */
void service_peer_read(struct worker *worker, struct service_peer *peer);

/* ---- service_peer_out.c ---- */
void
service_peer_answer(struct service_peer *peer, uint32_t id, const struct buffer *reply);

/* The kernel takes bytes again. */
void service_peer_flush(struct service_peer *peer);

/* ---- service_bytes.c ---- */

/* Room for so many bytes at data + end; the caller adds what it wrote to .end. */
uint8_t *service_bytes_reserve(struct service_bytes *bytes, size_t size);

/* Drops bytes from the front; a large buffer that is empty is freed. */
void service_bytes_use(struct service_bytes *bytes, size_t size);

#endif
