/*
 * sp.h - the parts of the SP backend, for its own files.
 *
 *     sp.c       the backend: its services, one pass at the end of each turn
 *     place.c    which replica a call goes to, and what becomes of it when that fails
 *     replica.c  one connection: connect, handshake, close, come back
 *     stream.c   its bytes: frames out in one write, replies in
 *     sign.c     the MAC of a large call, made over several turns
 *     ping.c     its health
 *
 * A replica is used when it is OPEN, alive (it answered a ping), not draining and not
 * vanished from the service's addresses.
 */
#ifndef KITH_GATEWAY_BUS_SP_H
#define KITH_GATEWAY_BUS_SP_H

#include "common/base/arena.h"
#include "common/bus/sp_wire.h"
#include "common/secret/channel.h"
#include "gateway/bus/address.h"
#include "gateway/bus/calls.h"
#include "gateway/bus/resolver.h"

/* How long a call waits for a replica to come. */
#define BUS_WAIT_MS 1000

/* Pings whose answers can be told from forged ones; a power of two. */
#define BUS_PINGS_KEPT 16

enum bus_replica_state {
	BUS_REPLICA_CLOSED, /* the timer connects again */
	BUS_REPLICA_CONNECTING,
	BUS_REPLICA_SECURING, /* the handshake of the encryption is under way */
	BUS_REPLICA_SHAKING,  /* our hello is sent, the peer's has not come */
	BUS_REPLICA_OPEN,     /* the timer pings */
};

/* Bytes between `start` and `end` wait. */
struct bus_stream {
	uint8_t *data;
	size_t start, end, capacity;
};

/* The end of a large call's frame, which is written from where it lies, after `out`. */
struct bus_large {
	const struct bus_call *call;
	const uint8_t *data;
	size_t left;
};

struct bus_replica {
	struct bus_replica *next;
	struct bus_sp *bus;
	struct bus_service *service;
	struct bus_address address;
	bool ipc;
	bool encrypted;

	enum bus_replica_state state;
	int fd;
	struct channel *channel; /* of an encrypted connection */
	struct loop_timer *timer;
	int backoff_ms;

	bool alive;    /* it answered a ping, and has not missed two since */
	bool draining; /* it said so, or that it does not take calls yet */
	bool vanished; /* its address is gone: closed when its calls are over */
	int missed;
	int soon_left; /* pings to come before the interval, of one that takes no calls yet */
	bool heard; /* an authentic reply since the last ping was due */
	uint32_t ping_id;
	uint64_t ping_nonces
		[BUS_PINGS_KEPT]; /* of the last pings, by the low bits of the id */

	struct bus_call_list queued, sent;
	struct bus_call **table; /* SENT calls by the low bits of their wire id */
	uint32_t table_mask, next_id;

	struct bus_stream out, in;
	struct bus_large large;
	bool blocked;             /* the kernel has no room at the moment */
	uint64_t framed, written; /* bytes of this connection's stream, since it opened */
};

struct bus_service {
	struct bus_sp *bus;
	struct key key;
	struct channel_side *side; /* where an address is encrypted */
	bool deployed;
	struct bus_endpoints endpoints;
	struct bus_replica *replicas;
	struct bus_replica *last_used; /* so that ties go round; only compared */
	struct bus_call_list waiting;
	bool stuck;   /* calls of a replica that hangs found no place elsewhere */
	bool changed; /* a replica or a place in one has become free */
};

struct bus_sp {
	struct bus_backend backend;
	struct loop *loop;
	size_t in_flight_max;
	int ping_interval_ms;
	uint64_t nonce;
	struct arena *arena; /* for pings */
	struct bus_service services[SERVICE_COUNT];
	struct bus_calls calls;
	struct bus_call_list ended;
	struct bus_resolver *resolver;
	struct loop_timer *wake; /* set = another turn is sure to come at once */
};

/* Makes the loop's next turn come at once, as there is work for its end. */
void bus_sp_wake(struct bus_sp *bus);

/* ---- place.c ---- */

/* Gives a call (in no list) to the best replica, or lets it wait, or ends it. */
void bus_place_call(struct bus_call *call);

/* Gives a call (in no list) to this replica and no other. */
void bus_place_bound(struct bus_call *call, struct bus_replica *replica);

/* Waiting calls to replicas with room; calls of replicas that are out to those that are in. */
void bus_place_changed(struct bus_service *service);

/* What becomes of a call whose replica's connection is lost. */
void bus_place_lost(struct bus_call *call);

/* Ends a call: out of its list, back to the pool, and then its callback. */
void bus_place_end(
	struct bus_call *call, enum bus_outcome outcome, const void *body, size_t size);

/* The same at the end of the turn. */
void bus_place_end_later(struct bus_call *call, enum bus_outcome outcome);

/* Takes a call out of its list and from its replica. */
void bus_place_withdraw(struct bus_call *call);

/* ---- replica.c ---- */

/* A replica that begins to connect at once. */
struct bus_replica *bus_replica_new(
	struct bus_service *service, const struct bus_address *address, bool encrypted);

bool bus_replica_usable(const struct bus_replica *replica);
size_t bus_replica_outstanding(const struct bus_replica *replica);

/* Closes the connection, places its calls anew, and connects again later. */
void bus_replica_lost(struct bus_replica *replica);

/* Closes and frees; its calls are over. */
void bus_replica_free(struct bus_replica *replica);

/* ---- stream.c ---- */

/* Frames a body under an id, signed with a nonce of its own, which is answered. */
uint64_t
bus_stream_frame(struct bus_replica *replica, uint32_t id, const void *body, size_t size);

/* The body of a reply to the frame with this nonce; NULL, and a line in the log, when it is
 * not the service's. */
const uint8_t *bus_stream_open(const struct bus_service *service, uint64_t nonce,
	const struct sp_wire_frame *frame, size_t *size);

/* Copies what is left to write of a call's frame, as the call will no longer have it. */
void bus_stream_part(struct bus_replica *replica, const struct bus_call *call);

/* Hands bytes to the kernel, encrypted where the connection is; as send(2). */
ssize_t bus_stream_send(const struct bus_replica *replica, const void *data, size_t size);

/* Frames queued calls and writes what the kernel takes; false when the connection broke. */
bool bus_stream_flush(struct bus_replica *replica);

/* Asks to be told when the kernel takes bytes again, or no longer. */
void bus_stream_block(struct bus_replica *replica, bool blocked);

/* Reads once, and says whether there may be more; false when the connection ended or broke. */
bool bus_stream_read(struct bus_replica *replica, bool *more);

/* Takes the whole frames; false when one is not a reply, or not an authentic one. */
bool bus_stream_replies(struct bus_replica *replica);

/* Whether the kernel was given any byte of a SENT call's frame. */
bool bus_stream_exposed(const struct bus_call *call);

/* Forgets both directions. */
void bus_stream_reset(struct bus_replica *replica);

/* ---- sign.c ---- */

/* Whether a call can be framed: a call in two parts is signed first. */
bool bus_sign_done(const struct bus_call *call);

/* Signs the next piece of a call that cannot be framed yet. */
void bus_sign_part(struct bus_call *call);

/* Writes the MAC and the nonce of a call that is signed to its end. */
void bus_sign_end(struct bus_call *call, uint8_t signature[FRAME_HEADER_SIZE]);

/* ---- ping.c ---- */

/* Ids of pings have this bit, ids of calls have not. */
#define BUS_PING_BIT UINT32_C(0x40000000)

/* Sends the first ping of a connection. */
void bus_ping_begin(struct bus_replica *replica);

/* A reply with a ping's id; false when it is forged. */
bool bus_ping_answered(
	struct bus_replica *replica, uint32_t id, const struct sp_wire_frame *frame);

#endif
