/*
 * calls.h - the calls under way on the SP backend, taken from a pool and put back.
 */
#ifndef KITH_GATEWAY_BUS_CALLS_H
#define KITH_GATEWAY_BUS_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gateway/bus/backend.h"

struct bus_service;
struct bus_replica;
struct bus_sp;

enum bus_call_state {
	BUS_CALL_FREE,
	BUS_CALL_WAITING, /* for a replica that can take it; in the service's list */
	BUS_CALL_QUEUED,  /* given to a replica, not yet framed; in its list */
	BUS_CALL_SENT,    /* framed; in the replica's other list and its table */
	BUS_CALL_ENDED,   /* its outcome is settled, its callback still to run */
};

struct bus_call;

/* Calls in order; a call is in one list at a time and knows which. */
struct bus_call_list {
	struct bus_call *first, *last;
	size_t count;
};

struct bus_call {
	struct bus_call *previous, *next;
	struct bus_call_list *list;
	enum bus_call_state state;
	uint32_t index, generation; /* its public id */
	struct bus_sp *bus;
	struct bus_service *service;
	struct bus_replica *replica; /* QUEUED, SENT */

	uint8_t *body; /* kept for another sending */
	size_t size, capacity;
	const uint8_t *rest; /* the caller's: the end of the message, behind the body */
	size_t rest_size;
	struct secret_mac
		*mac; /* QUEUED: signed up to `signed_bytes` of the rest, or NULL */
	size_t signed_bytes;
	int64_t deadline_ms;
	bool repeatable;
	bool bound;  /* for this replica, and no other */
	bool resent; /* it had its second chance */
	bool exposed; /* a replica before this one saw bytes of it: it may have run there */

	uint32_t wire_id; /* SENT: the id in its frame */
	uint64_t
		nonce; /* SENT, or with a MAC: that of its frame, to which the reply is bound */
	uint64_t stream_offset; /* SENT: where its frame begins in the replica's stream */
	enum bus_outcome outcome; /* ENDED */
	struct loop_timer *timer;
	bus_done *done;
	void *data;
};

struct bus_calls {
	struct bus_call **items; /* by index */
	size_t count;
	struct bus_call_list unused;
};

void bus_calls_append(
	struct bus_call_list *list, struct bus_call *call, enum bus_call_state state);

/* Takes a call out of the list that it is in. */
void bus_calls_detach(struct bus_call *call);

/* A call with a copy of the request's body but for its end, in no list. */
struct bus_call *
bus_calls_take(struct bus_calls *calls, const struct bus_request *request);

/* Forgets what was signed of a call. */
void bus_calls_unsign(struct bus_call *call);

/* Puts a call back; its id means nothing from then on. */
void bus_calls_release(struct bus_calls *calls, struct bus_call *call);

uint64_t bus_calls_id(const struct bus_call *call);

/* The call of an id, or NULL when it is over. */
struct bus_call *bus_calls_find(const struct bus_calls *calls, uint64_t id);

/* Frees all of them. */
void bus_calls_done(struct bus_calls *calls);

#endif
