/*
 * bus.h - calls to services, from an event loop. Five functions, two backends.
 *
 * The backend for production (sp.c) speaks the SP request/reply protocol in the loop
 * itself: one connection per replica, least outstanding first, pings, caps, no blind
 * resending. The other (nng.c) is libnng's own REQ, for TLS between machines and as the
 * reference that the tests compare with. A bus belongs to the thread of its loop.
 *
 * A call ends exactly once in its callback, never inside bus_call() itself, and never after
 * bus_cancel().
 */
#ifndef KITH_GATEWAY_BUS_BUS_H
#define KITH_GATEWAY_BUS_BUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/base/loop.h"
#include "common/secret/secret.h"
#include "proto/op.h"

struct bus;

enum bus_outcome {
	BUS_ANSWERED,    /* .body is a reply message */
	BUS_UNAVAILABLE, /* no replica could take it: it was not carried out */
	BUS_OVERLOADED,  /* all replicas are at their cap: it was not carried out */
	BUS_LOST, /* sent, then the connection broke, or brought a reply that was not the
		      * service's: it may have been carried out */
	BUS_EXPIRED, /* no answer by the deadline: it may have been carried out */
};

struct bus_result {
	enum bus_outcome outcome;
	const uint8_t *body; /* valid during the callback */
	size_t size;
};

typedef void bus_done(void *data, const struct bus_result *result);

struct bus_options {
	struct loop *loop;
	const struct key *keys; /* by enum service_name: of calls and replies; copied */
	const char *const
		*addresses;      /* by enum service_name: "ipc:///…", "tcp://host:port",
				       * several separated by commas; NULL = not deployed */
	int in_flight_max;       /* per replica; 0 = 256 */
	int ping_interval_ms;    /* 0 = 250; two misses take a replica out */
	int resolve_interval_ms; /* 0 = 1000: how soon a new replica is used */
	bool reference; /* all services through libnng, for comparison in tests */
	const char *tls_ca_file; /* PEM: who signs the certificates behind tls+tcp:// */
};

/* NULL (errno set) when an address cannot be read. */
struct bus *bus_new(const struct bus_options *options);

/*
 * Sends the body (a call message, copied) to one replica of the service. `repeatable` calls
 * (reads, and writes with an idempotency key) are sent once more to another replica when the
 * connection is lost. While no replica can be reached, a call waits for one up to a second.
 * A body above MESSAGE_BYTES_MAX is BUS_UNAVAILABLE. Answers an id for bus_cancel(), never 0.
 */
uint64_t
bus_call(struct bus *bus, enum service_name service, const void *body, size_t size,
	int64_t deadline_monotonic_ms, bool repeatable, bus_done *done, void *data);

/* The same for a message whose end lies elsewhere, and is not copied: it stays as it is until the
 * callback runs or the call is cancelled. */
uint64_t bus_call_parts(struct bus *bus, enum service_name service, const void *body,
	size_t size, const void *rest, size_t rest_size, int64_t deadline_monotonic_ms,
	bool repeatable, bus_done *done, void *data);

/* What a replica is called in figures: its address. */
#define BUS_REPLICA_NAME_MAX 128

/*
 * The same for each replica by itself, so that all of them can be asked: the one at `index` among
 * those that take calls now, whose name is written. It alone gets the call, or nobody does. 0 when
 * there are not so many. Behind tls+tcp:// replicas cannot be told apart: there is one.
 */
uint64_t bus_call_replica(struct bus *bus, enum service_name service, size_t index,
	const void *body, size_t size, int64_t deadline_monotonic_ms, bus_done *done,
	void *data, char name[BUS_REPLICA_NAME_MAX]);

/* Forgets a call: its callback will not run; the service may still carry it out. */
void bus_cancel(struct bus *bus, uint64_t call);

/* How many replicas of the service take calls now; -1 = the service is not deployed. */
int bus_replicas(const struct bus *bus, enum service_name service);

/* Closes everything; callbacks of calls under way do not run. Not to be called from a
 * callback. NULL is fine. */
void bus_free(struct bus *bus);

#endif
