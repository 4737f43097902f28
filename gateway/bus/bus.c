/*
 * bus.c - passes calls to the transport that the options choose.
 */
#include "gateway/bus/bus.h"

#include "gateway/bus/nng/nng.h"
#include "gateway/bus/sp/sp.h"

struct bus *
bus_new(const struct bus_options *options)
{
	struct bus_options own = *options;

	if (own.in_flight_max == 0)
		own.in_flight_max = 256;
	if (own.ping_interval_ms == 0)
		own.ping_interval_ms = 250;
	if (own.resolve_interval_ms == 0)
		own.resolve_interval_ms = 1000;
	return (own.nng ? bus_nng : bus_sp).open(&own);
}

uint64_t
bus_call(struct bus *bus, enum service_name service, const void *body, size_t size,
	int64_t deadline_monotonic_ms, bool repeatable, bus_done *done, void *data)
{
	return bus_call_parts(bus, service, body, size, NULL, 0, deadline_monotonic_ms,
		repeatable, done, data);
}

uint64_t
bus_call_parts(struct bus *bus, enum service_name service, const void *body, size_t size,
	const void *rest, size_t rest_size, int64_t deadline_monotonic_ms,
	bool repeatable, bus_done *done, void *data)
{
	const struct bus_request request = {.service = service,
		.body = body,
		.size = size,
		.rest = rest,
		.rest_size = rest_size,
		.deadline_ms = deadline_monotonic_ms,
		.repeatable = repeatable,
		.done = done,
		.data = data};

	return bus->transport->call(bus, &request);
}

uint64_t
bus_call_replica(struct bus *bus, enum service_name service, size_t index,
	const void *body, size_t size, int64_t deadline_monotonic_ms, bus_done *done,
	void *data, char name[BUS_REPLICA_NAME_MAX])
{
	const struct bus_request request = {.service = service,
		.body = body,
		.size = size,
		.deadline_ms = deadline_monotonic_ms,
		.replica_name = name,
		.replica_index = index,
		.done = done,
		.data = data};

	return bus->transport->call(bus, &request);
}

void
bus_cancel(struct bus *bus, uint64_t call)
{
	bus->transport->cancel(bus, call);
}

int
bus_replicas(const struct bus *bus, enum service_name service)
{
	return bus->transport->replicas(bus, service);
}

void
bus_free(struct bus *bus)
{
	if (bus != NULL)
		bus->transport->close(bus);
}
