/*
 * bus.c - gives each service to the backend that its addresses need.
 */
#include "gateway/bus/bus.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "gateway/bus/backend.h"
#include "gateway/bus/memory.h"

enum backend_kind {
	BACKEND_SP,
	BACKEND_NNG,
	BACKEND_COUNT
};

struct bus {
	struct bus_backend *backends[BACKEND_COUNT]; /* NULL when no service needs it */
	enum backend_kind by_service[SERVICE_COUNT];
};

/* A backend with the addresses that are its own. */
static struct bus_backend *
backend_new(
	const struct bus *bus, const struct bus_options *options, enum backend_kind kind)
{
	const char *addresses[SERVICE_COUNT] = {NULL};
	struct bus_options own;

	for (size_t i = 0; i < SERVICE_COUNT; i++) {
		if (bus->by_service[i] == kind)
			addresses[i] = options->addresses[i];
	}
	own = *options;
	own.addresses = addresses;
	own.in_flight_max = options->in_flight_max > 0 ? options->in_flight_max : 256;
	own.ping_interval_ms =
		options->ping_interval_ms > 0 ? options->ping_interval_ms : 250;
	own.resolve_interval_ms =
		options->resolve_interval_ms > 0 ? options->resolve_interval_ms : 1000;
	return kind == BACKEND_SP ? bus_sp_new(&own) : bus_nng_new(&own);
}

struct bus *
bus_new(const struct bus_options *options)
{
	struct bus *bus = bus_memory_new(sizeof(*bus));
	bool needed[BACKEND_COUNT] = {[BACKEND_SP] = !options->reference};

	for (size_t i = 0; i < SERVICE_COUNT; i++) {
		bus->by_service[i] = options->reference ? BACKEND_NNG : BACKEND_SP;
		needed[bus->by_service[i]] = true;
	}
	for (enum backend_kind kind = BACKEND_SP; kind < BACKEND_COUNT; kind++) {
		if (!needed[kind])
			continue;
		bus->backends[kind] = backend_new(bus, options, kind);
		if (bus->backends[kind] == NULL) {
			const int saved_errno = errno;

			bus_free(bus);
			errno = saved_errno;
			return NULL;
		}
	}
	return bus;
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
	const enum backend_kind kind = bus->by_service[service];
	const struct bus_request request = {.service = service,
		.body = body,
		.size = size,
		.rest = rest,
		.rest_size = rest_size,
		.deadline_ms = deadline_monotonic_ms,
		.repeatable = repeatable,
		.done = done,
		.data = data};
	struct bus_backend *backend = bus->backends[kind];

	return backend->methods->call(backend, &request) << 1 | (uint64_t)kind;
}

uint64_t
bus_call_replica(struct bus *bus, enum service_name service, size_t index,
	const void *body, size_t size, int64_t deadline_monotonic_ms, bus_done *done,
	void *data, char name[BUS_REPLICA_NAME_MAX])
{
	const enum backend_kind kind = bus->by_service[service];
	const struct bus_request request = {.service = service,
		.body = body,
		.size = size,
		.deadline_ms = deadline_monotonic_ms,
		.replica_name = name,
		.replica_index = index,
		.done = done,
		.data = data};
	struct bus_backend *backend = bus->backends[kind];
	const uint64_t id = backend->methods->call(backend, &request);

	return id == 0 ? 0 : id << 1 | (uint64_t)kind;
}

void
bus_cancel(struct bus *bus, uint64_t call)
{
	struct bus_backend *backend = bus->backends[call & 1];

	if (backend != NULL)
		backend->methods->cancel(backend, call >> 1);
}

int
bus_replicas(const struct bus *bus, enum service_name service)
{
	const struct bus_backend *backend = bus->backends[bus->by_service[service]];

	return backend->methods->replicas(backend, service);
}

void
bus_free(struct bus *bus)
{
	if (bus == NULL)
		return;
	for (size_t i = 0; i < BACKEND_COUNT; i++) {
		if (bus->backends[i] != NULL)
			bus->backends[i]->methods->free(bus->backends[i]);
	}
	free(bus);
}
