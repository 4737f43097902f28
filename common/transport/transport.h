/*
 * transport.h - how a service receives calls: complete frames in, answers out.
 *
 * A transport is a table of five functions. common/sp_server speaks the SP protocol in
 * the loop of the process; common/nng_server is a socket of libnng. A transport does not
 * know what a frame means: it hands each one to the receiver, which answers it or not,
 * and releases it.
 */
#ifndef KITH_COMMON_TRANSPORT_TRANSPORT_H
#define KITH_COMMON_TRANSPORT_TRANSPORT_H

#include <stdatomic.h>

#include "common/base/arena.h"
#include "common/base/loop.h"
#include "proto/op.h"

struct op_entry;

/* A frame as it arrived. */
struct frame {
	struct frame *next; /* in a queue */
	const uint8_t *bytes;
	size_t size;
	int64_t arrived_us;         /* monotonic */
	const atomic_bool *is_gone; /* the sender has disconnected; NULL = unknown */

	/* The receiver's own; zero when the frame arrives. */
	const struct op_entry
		*entry;      /* of the operation; NULL = not one of the service */
	const uint8_t *body; /* in .bytes, once the frame is authentic */
	size_t body_size;
	uint64_t nonce;
	struct uuid key; /* of the caller: see principal_key() */
	uint64_t turn;   /* in a queue in which callers take turns */
	bool stale_ok;   /* a replica of the database may answer */
	uint8_t *answer; /* allocated; what a thread has to send */
	size_t answer_size;
};

/* Frames in the order of their arrival. Threads that share a queue lock it themselves. */
struct frame_queue {
	struct frame *first, *last;
	size_t count, bytes;
};

void frame_queue_put(struct frame_queue *queue, struct frame *frame);

/* Inserts a frame in the order of turns, after those of the same turn. */
void frame_queue_insert(struct frame_queue *queue, struct frame *frame);

/* The first frame, or NULL. */
struct frame *frame_queue_take(struct frame_queue *queue);

/* Removes a frame of the queue. */
void frame_queue_remove(struct frame_queue *queue, struct frame *frame);

/* Whether the sender of a frame may still wait for its answer. Any thread may ask. */
static inline bool
frame_is_wanted(const struct frame *frame)
{
	return frame->is_gone == NULL || !atomic_load(frame->is_gone);
}

/* What a transport needs to know of the process. It lives as long as the process. */
struct receiver {
	struct loop *loop;
	enum service_name service;
	size_t frame_bytes_max;    /* of a sender that is authentic */
	size_t stranger_bytes_max; /* of any other sender */
	size_t backlog_bytes_max;  /* of answers that one sender has not read */
	atomic_int *in_flight; /* counts the answers that a process must not cut off */
	bool (*has_room)(void *data); /* whether more frames may be read */
	void (*take)(
		void *data, struct frame *frame); /* in the loop; it owns the frame */
	void *data;
};

struct transport {
	/* Listens; false after logging the reason. One call in a process. */
	bool (*listen)(const struct receiver *receiver, const char *address);

	/* Sends the answer of a frame. Does nothing when its sender is gone. */
	void (*answer)(struct frame *frame, const struct buffer *reply);

	/* Notes that a frame was authentic and new, and so its sender keeps its
	 * connection when others connect; or that it was forged, and ends the
	 * connection. */
	void (*judge)(struct frame *frame, bool authentic);

	/* Frees a frame, whether it was answered or not. */
	void (*release)(struct frame *frame);

	/* At the end of a turn: sends the answers, and reads on if the receiver has
	 * room. */
	void (*flush)(void);

	bool reads_at_once; /* it reads as soon as it is bound, in threads of its own */
};

/* ---- addresses ---- */

#define ADDRESS_SIZE 1024

/* The first address of KITH_BUS_LISTEN, with the name of the service in it. */
void address_of_service(enum service_name service, char address[ADDRESS_SIZE]);

/* Whether an address begins with a scheme ("ipc"). */
bool address_has_scheme(const char *address, const char *scheme);

/* The part of an address behind "://". */
const char *address_rest(const char *address);

/* The socket addresses of "host:port", "[host]:port", "*:port" or ":port"; NULL when
 * there are none. The caller frees them (freeaddrinfo(3)). */
struct addrinfo *address_find(const char *host_and_port, int flags);

/* Creates the directory of an ipc address, for this user alone. */
void address_make_directory(const char *address);

#endif
