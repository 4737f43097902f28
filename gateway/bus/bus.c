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

/* TLS needs libnng; all else goes the short way unless the reference is asked for. */
static enum backend_kind
backend_for(const struct bus_options *options, const char *addresses)
{
	if (options->reference ||
		(addresses != NULL && strstr(addresses, "tls+tcp://") != NULL))
		return BACKEND_NNG;
	return BACKEND_SP;
}

/* A backend with the addresses that are its own. */
static struct bus_backend *
backend_new(
	const struct bus *bus, const struct bus_options *options, enum backend_kind kind)
{
	const char *addresses[SERVICE_COUNT] = {NULL};
	for (size_t i = 0; i < SERVICE_COUNT; i++)
		if (bus->by_service[i] == kind)
			addresses[i] = options->addresses[i];
	struct bus_options own = *options;
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
		bus->by_service[i] = backend_for(options, options->addresses[i]);
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
	const enum backend_kind kind = bus->by_service[service];
	const struct bus_request request = {.service = service,
		.body = body,
		.size = size,
		.deadline_ms = deadline_monotonic_ms,
		.repeatable = repeatable,
		.done = done,
		.data = data};
	struct bus_backend *backend = bus->backends[kind];
	return backend->methods->call(backend, &request) << 1 | (uint64_t)kind;
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
	for (size_t i = 0; i < BACKEND_COUNT; i++)
		if (bus->backends[i] != NULL)
			bus->backends[i]->methods->free(bus->backends[i]);
	free(bus);
}
