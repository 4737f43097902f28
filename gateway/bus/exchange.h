/*
 * exchange.h - one call on a libnng REQ context, for nng.c.
 *
 * libnng calls back on threads of its own. Such a callback puts its exchange into a queue
 * and wakes the loop, and nothing else; all other code runs in the loop's thread.
 */
#ifndef KITH_GATEWAY_BUS_EXCHANGE_H
#define KITH_GATEWAY_BUS_EXCHANGE_H

#include <nng/nng.h>
#include <pthread.h>
#include <stdatomic.h>

#include "gateway/bus/backend.h"

struct bus_exchange;

/* Exchanges of which a step is over, from libnng's threads to the loop's. */
struct bus_handover {
	pthread_mutex_t lock;
	struct bus_exchange *first, **last;
	int event_fd;
};

struct bus_nng_service {
	const char *name;
	struct key key;
	nng_socket socket;
	size_t address_count; /* 0 = not deployed */
	size_t outstanding;
	atomic_int pipes; /* connected replicas */
};

enum bus_exchange_step {
	BUS_EXCHANGE_IDLE,
	BUS_EXCHANGE_SENDING,
	BUS_EXCHANGE_RECEIVING,
	BUS_EXCHANGE_ENDED, /* without libnng: .outcome is settled */
};

struct bus_exchange {
	struct bus_exchange *next; /* in the handover, or among the idle */
	struct bus_handover *handover;
	struct bus_nng_service *service;
	enum bus_exchange_step step;
	enum bus_outcome outcome;
	uint32_t index, generation; /* the public id */
	uint64_t nonce;             /* of the frame that was sent last */
	nng_aio *aio;
	nng_ctx context; /* open while SENDING and RECEIVING */
	uint8_t *body;
	size_t size;
	int64_t deadline_ms;
	bool repeatable, resent, cancelled;
	bus_done *done;
	void *data;
};

/* An idle exchange. */
struct bus_exchange *bus_exchange_new(struct bus_handover *handover, uint32_t index);

/* Ends it by force, waits for libnng's callback, and frees it. */
void bus_exchange_free(struct bus_exchange *exchange);

/* Sends the body; the step's end comes through the handover. */
void bus_exchange_send(struct bus_exchange *exchange, uint64_t nonce);

/* Ends without sending; comes through the handover as well. */
void bus_exchange_end(struct bus_exchange *exchange, enum bus_outcome outcome);

enum bus_exchange_verdict {
	BUS_EXCHANGE_GOES_ON,
	BUS_EXCHANGE_AGAIN, /* lost, and may be sent once more */
	BUS_EXCHANGE_OVER,  /* .outcome, and the reply when there is one */
};

/* Takes the step that is over; *reply is the caller's to free, NULL unless BUS_ANSWERED. */
enum bus_exchange_verdict
bus_exchange_step(struct bus_exchange *exchange, nng_msg **reply);

#endif
