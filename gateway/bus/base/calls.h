/*
 * calls.h - the calls under way: what both transports keep of each, in a pool.
 *
 * A busy loop allocates nothing, because calls and their buffers are used again.
 */
#ifndef KITH_GATEWAY_BUS_BASE_CALLS_H
#define KITH_GATEWAY_BUS_BASE_CALLS_H

#include "gateway/bus/base/transport.h"

/* A call under way. Each transport's own struct begins with this one. */
struct bus_call {
	uint32_t index, generation; /* its id */
	bool open;                  /* not in the pool */
	struct bus_call *next_unused;
	enum service_name service;
	uint8_t *body; /* kept for another sending */
	size_t size, capacity;
	const uint8_t *rest; /* the caller's: the end of the message */
	size_t rest_size;
	int64_t deadline_ms;
	bool repeatable, resent;
	bool bound;     /* for one replica and no other */
	uint64_t nonce; /* of its last frame, to which the reply belongs */
	bus_done *done; /* NULL = nobody waits for the result */
	void *data;
};

struct bus_calls {
	size_t item_size;        /* of the transport's struct */
	struct bus_call **items; /* by index */
	size_t count;
	struct bus_call *unused;
};

/* A call with a copy of the request's body. The transport's part of a new one is zeroed;
 * that of a used one is as it was. */
void *bus_calls_take(struct bus_calls *calls, const struct bus_request *request);

/* Puts a call back; its id is not valid any more. */
void bus_calls_release(struct bus_calls *calls, struct bus_call *call);

/* Puts a call back and then runs its callback, if there is one. */
void
bus_calls_end(struct bus_calls *calls, struct bus_call *call, struct bus_result result);

/* Ids are never 0. */
uint64_t bus_calls_id(const struct bus_call *call);

/* The call of an id, or NULL when it has ended. */
void *bus_calls_find(const struct bus_calls *calls, uint64_t id);

void bus_calls_done(struct bus_calls *calls);

/* Whether the call is larger than its service takes. The service would close the
 * connection, and the other calls on it would be lost. */
bool bus_call_too_large(const struct bus_call *call);

/* The time until the deadline, at most `limit_ms` and at least 0. */
int64_t bus_call_time_left(const struct bus_call *call, int64_t limit_ms);

/* Whether a call that a replica has seen may be sent again: once, if it is repeatable. */
bool bus_call_may_resend(const struct bus_call *call);

/* The body of the reply to a call with this nonce. NULL, and a warning in the log, when
 * the reply is forged. */
const uint8_t *bus_reply_open(enum service_name service, const struct key *key,
	uint64_t nonce, const void *frame, size_t frame_size, size_t *size);

#endif
