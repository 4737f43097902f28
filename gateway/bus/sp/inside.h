/*
 * inside.h - the parts of the SP transport, for its own files, from top to bottom:
 *
 *     sp.c        the services, and the end of each turn of the loop
 *     replica.c   a connection: connects, shakes hands, reads replies, comes back
 *     dispatch.c  which replica a call goes to, and what happens when that fails
 *     ping.c      the health of a replica
 *     frame.c     calls and pings become signed frames in the stream
 *     stream.c    the bytes of a connection
 *     call.c      the lists of calls
 *
 * A replica takes calls when it is OPEN, alive (it answered a ping), not draining, and
 * still among the addresses of its service.
 */
#ifndef KITH_GATEWAY_BUS_SP_INSIDE_H
#define KITH_GATEWAY_BUS_SP_INSIDE_H

#include <sys/types.h>

#include "common/base/arena.h"
#include "common/bus/message.h"
#include "common/bus/sp_wire.h"
#include "common/secret/channel.h"
#include "gateway/bus/base/address.h"
#include "gateway/bus/base/calls.h"
#include "gateway/bus/base/resolver.h"
#include "gateway/bus/sp/sp.h"

/* Replies to so many pings are verified; a power of two. */
#define BUS_PINGS_KEPT 16

/* Wire ids of pings have this bit, those of calls do not. */
#define BUS_PING_BIT UINT32_C(0x40000000)

enum sp_call_state {
	SP_CALL_WAITING, /* for a replica; in the service's list */
	SP_CALL_QUEUED,  /* for a replica, not yet framed; in the replica's list */
	SP_CALL_SENT,    /* framed; in the replica's other list and its table */
	SP_CALL_ENDED,   /* its outcome is known, its callback still has to run */
};

struct sp_call;

struct sp_call_list {
	struct sp_call *first, *last;
	size_t count;
};

struct sp_call {
	struct bus_call base;
	struct sp_call *previous, *next;
	struct sp_call_list *list; /* that it is in, or NULL */
	enum sp_call_state state;
	struct sp_bus *bus;
	struct sp_service *service;
	struct sp_replica *replica; /* QUEUED, SENT */
	bool exposed;     /* an earlier replica saw bytes of it: it may have run there */
	uint32_t wire_id; /* SENT */
	uint64_t stream_offset; /* SENT: where its frame begins in the replica's stream */
	enum bus_outcome outcome; /* ENDED */
	struct loop_timer *timer;
};

enum sp_replica_state {
	SP_REPLICA_CLOSED, /* the timer connects again */
	SP_REPLICA_CONNECTING,
	SP_REPLICA_SECURING, /* in the TLS handshake */
	SP_REPLICA_GREETING, /* our SP greeting is sent, the peer's has not come */
	SP_REPLICA_OPEN,     /* the timer pings */
};

/* Bytes between `start` and `end` wait. */
struct sp_stream {
	uint8_t *data;
	size_t start, end, capacity;
};

struct sp_replica {
	struct sp_replica *next;
	struct sp_bus *bus;
	struct sp_service *service;
	struct bus_address address;
	bool ipc;
	bool encrypted;

	enum sp_replica_state state;
	int fd;
	struct channel *channel; /* of an encrypted connection */
	struct loop_timer *timer;
	int backoff_ms;

	bool alive;     /* it answered a ping, and has not missed two since */
	bool draining;  /* it says that it takes no calls */
	bool vanished;  /* its address is gone: freed when its calls have ended */
	bool heard;     /* an authentic reply came since the last ping was due */
	int missed;     /* pings in a row */
	int early_left; /* early pings that remain, while it does not take calls yet */
	uint32_t ping_id;
	uint64_t ping_nonces[BUS_PINGS_KEPT]; /* by the low bits of the ping's id */

	struct sp_call_list queued, sent;
	struct sp_call **table; /* SENT calls by the low bits of their wire id */
	uint32_t table_mask, next_id;

	struct sp_stream out, in;
	bool blocked;             /* the kernel has no room at the moment */
	uint64_t framed, written; /* bytes of this connection's stream */
};

struct sp_service {
	struct sp_bus *bus;
	enum service_name name;
	struct key key;
	struct channel_side *side; /* where an address is encrypted */
	bool deployed;
	struct bus_endpoints endpoints;
	struct sp_replica *replicas;
	struct sp_replica *last_used; /* for ties; compared only */
	struct sp_call_list waiting;
	bool stuck;   /* calls of a replica that hangs found no other replica */
	bool changed; /* a replica may have room for waiting calls */
};

struct sp_bus {
	struct bus bus;
	struct loop *loop;
	size_t in_flight_max;
	int ping_interval_ms;
	uint64_t nonce;      /* of the next frame */
	struct arena *arena; /* for pings */
	struct sp_service services[SERVICE_COUNT];
	struct bus_calls calls;
	struct sp_call_list ended;
	struct bus_resolver *resolver;
	struct loop_timer *wake; /* set = another turn comes at once */
};

static inline bool
bus_replica_usable(const struct sp_replica *replica)
{
	return replica->state == SP_REPLICA_OPEN && replica->alive &&
		!replica->draining && !replica->vanished;
}

static inline size_t
bus_replica_outstanding(const struct sp_replica *replica)
{
	return replica->queued.count + replica->sent.count;
}

/* ---- call.c ---- */

/* Makes the loop's next turn come at once, since its end has work to do. */
void bus_sp_wake(struct sp_bus *bus);

void
sp_call_append(struct sp_call_list *list, struct sp_call *call, enum sp_call_state state);

/* Takes a call out of its list. */
void sp_call_detach(struct sp_call *call);

void sp_call_stop_timer(struct sp_call *call);

/* ---- stream.c ---- */

/* Adds bytes to what waits for the kernel; the caller writes them at once. */
uint8_t *bus_stream_extend(struct sp_replica *replica, size_t size);

/* Hands bytes to the kernel, encrypted where the connection is; as send(2). */
ssize_t bus_stream_send(const struct sp_replica *replica, const void *data, size_t size);

/* Writes what waits, as far as the kernel takes it. False when the connection broke. */
bool bus_stream_write(struct sp_replica *replica);

/* Whether the kernel still holds back what was written before. */
void bus_stream_block(struct sp_replica *replica, bool blocked);

/* Reads once and says whether there may be more; false when the connection ended. */
bool bus_stream_read(struct sp_replica *replica, bool *more);

/* The next frame among the bytes that were read. */
enum sp_wire_status
bus_stream_next(struct sp_replica *replica, struct sp_wire_frame *frame);

/* Drops bytes that were read. */
void bus_stream_consume(struct sp_replica *replica, size_t size);

/* Forgets both directions. */
void bus_stream_reset(struct sp_replica *replica);

/* ---- frame.c ---- */

/* Frames a body under a wire id and returns the nonce that it took. */
uint64_t
bus_frame_add(struct sp_replica *replica, uint32_t id, const void *body, size_t size);

/* Frames queued calls and writes what the kernel takes. False when the connection
 * broke. */
bool bus_frame_flush(struct sp_replica *replica);

/* Whether the kernel was given any byte of a SENT call's frame. */
bool bus_frame_exposed(const struct sp_call *call);

/* ---- ping.c ---- */

/* Sends the first ping of a connection. */
void bus_ping_begin(struct sp_replica *replica);

/* Takes the reply to a ping; false when it is forged. */
bool bus_ping_answered(
	struct sp_replica *replica, uint32_t id, const struct sp_wire_frame *frame);

/* ---- dispatch.c ---- */

/* Gives a call (in no list) to the best replica, or lets it wait, or ends it. */
void bus_dispatch_call(struct sp_call *call);

/* Gives a call (in no list) to this replica and no other. */
void bus_dispatch_bound(struct sp_call *call, struct sp_replica *replica);

/* Gives waiting calls to replicas with room, and calls of hung replicas to others. */
void bus_dispatch_changed(struct sp_service *service);

/* Repeats or ends a call whose replica's connection is lost. */
void bus_dispatch_lost(struct sp_call *call);

/* Takes a call out of its list and from its replica. */
void bus_dispatch_withdraw(struct sp_call *call);

/* Ends a call and runs its callback. */
void bus_dispatch_end(
	struct sp_call *call, enum bus_outcome outcome, const void *body, size_t size);

/* ---- replica.c ---- */

/* A replica that begins to connect at once. */
struct sp_replica *bus_replica_new(
	struct sp_service *service, const struct bus_address *address, bool encrypted);

/* Closes the connection, dispatches its calls anew, and connects again later. */
void bus_replica_lost(struct sp_replica *replica);

/* Closes and frees a replica whose calls have ended. */
void bus_replica_free(struct sp_replica *replica);

#endif
