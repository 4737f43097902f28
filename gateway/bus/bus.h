/*
 * bus.h - calls to services, from an event loop.
 *
 * Two transports carry the bus: our own SP (gateway/bus/sp) and libnng (gateway/bus/nng).
 * KITH_BUS_TRANSPORT chooses one (record 2). A bus belongs to the thread of its loop.
 *
 * A call ends exactly once, in its callback. The callback never runs inside bus_call(),
 * and never after bus_cancel().
 */
#ifndef KITH_GATEWAY_BUS_BUS_H
#define KITH_GATEWAY_BUS_BUS_H

#include "gateway/bus/base/transport.h"

/* NULL (errno set) when an address cannot be read. */
struct bus *bus_new(const struct bus_options *options);

/*
 * Sends the body (a call message, copied) to one replica of the service and returns an id
 * for bus_cancel(), never 0. `repeatable` calls (reads, and writes with an idempotency
 * key) are sent once more to another replica when the connection is lost. While no
 * replica can be reached, a call waits for one up to a second. A body above the service's
 * limit is BUS_UNAVAILABLE.
 */
uint64_t
bus_call(struct bus *bus, enum service_name service, const void *body, size_t size,
	int64_t deadline_monotonic_ms, bool repeatable, bus_done *done, void *data);

/* The same for a message in two parts. The second part is not copied: it must stay as it
 * is until the callback runs or the call is cancelled. */
uint64_t bus_call_parts(struct bus *bus, enum service_name service, const void *body,
	size_t size, const void *rest, size_t rest_size, int64_t deadline_monotonic_ms,
	bool repeatable, bus_done *done, void *data);

/*
 * The same for the replica at `index` of those that take calls now, and no other. Writes
 * the replica's name. Returns 0 when there are not so many replicas. libnng does not tell
 * replicas apart: with it there is one, "any".
 */
uint64_t bus_call_replica(struct bus *bus, enum service_name service, size_t index,
	const void *body, size_t size, int64_t deadline_monotonic_ms, bus_done *done,
	void *data, char name[BUS_REPLICA_NAME_MAX]);

/* Forgets a call: its callback does not run; the service may still carry it out. */
void bus_cancel(struct bus *bus, uint64_t call);

/* How many replicas of the service take calls now; -1 = the service is not deployed. */
int bus_replicas(const struct bus *bus, enum service_name service);

/* Closes everything; callbacks of calls under way do not run. Not to be called from a
 * callback. NULL is fine. */
void bus_free(struct bus *bus);

#endif
