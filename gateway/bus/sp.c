/*
 * sp.c - the backend for production: services, their replicas, and the end of a turn.
 */
#include "gateway/bus/sp.h"

#include <errno.h>
#include <stdlib.h>

#include "gateway/bus/memory.h"

#define ARENA_BYTES 4096

/* The turn that comes needs no action: its end does the work. */
static void
woken(void *data)
{
	struct bus_sp *bus = data;

	bus->wake = NULL;
}

void
bus_sp_wake(struct bus_sp *bus)
{
	if (bus->wake == NULL)
		bus->wake = loop_after(bus->loop, 0, woken, bus);
}

/* Runs the callbacks of calls that ended where none could run; not of those to come. */
static void
run_ended(struct bus_sp *bus)
{
	for (size_t left = bus->ended.count; left > 0 && bus->ended.first != NULL; left--)
		bus_place_end(bus->ended.first, bus->ended.first->outcome, NULL, 0);
}

/* Writes what is gathered for a replica. */
static void
flush(struct bus_replica *replica)
{
	const bool work = replica->queued.first != NULL ||
		replica->out.start < replica->out.end || replica->large.left > 0;

	if (replica->state != BUS_REPLICA_OPEN || replica->blocked || !work)
		return;
	if (!bus_stream_flush(replica))
		bus_replica_lost(replica);
}

/* Frees replicas whose address is gone and whose calls are over. */
static void
sweep(struct bus_service *service)
{
	struct bus_replica **link = &service->replicas;

	while (*link != NULL) {
		struct bus_replica *replica = *link;

		if (replica->vanished && bus_replica_outstanding(replica) == 0) {
			*link = replica->next;
			bus_replica_free(replica);
		} else {
			link = &replica->next;
		}
	}
}

/* What is gathered over a turn. */
static void
turn_end(void *data)
{
	struct bus_sp *bus = data;

	loop_cancel(bus->loop, bus->wake);
	bus->wake = NULL;
	run_ended(bus);
	for (size_t i = 0; i < SERVICE_COUNT; i++) {
		struct bus_service *service = &bus->services[i];

		if (service->changed)
			bus_place_changed(service);
		for (struct bus_replica *one = service->replicas; one != NULL;
			one = one->next)
			flush(one);
		sweep(service);
	}
}

/* ---- addresses ---- */

/* The replica of an address, or NULL. */
static struct bus_replica *
find_replica(
	struct bus_service *service, const struct bus_address *address, bool encrypted)
{
	struct bus_replica *one = service->replicas;

	while (one != NULL &&
		(one->encrypted != encrypted ||
			!bus_address_equal(&one->address, address)))
		one = one->next;
	return one;
}

/* Makes the replicas those of the endpoints' addresses. */
static void
match_replicas(struct bus_service *service)
{
	for (struct bus_replica *one = service->replicas; one != NULL; one = one->next)
		one->vanished = true;
	for (size_t i = 0; i < service->endpoints.count; i++) {
		const struct bus_endpoint *endpoint = &service->endpoints.items[i];
		const struct bus_address_list *list = &endpoint->addresses;

		for (size_t j = 0; j < list->count; j++) {
			struct bus_replica *one = find_replica(
				service, &list->items[j], endpoint->encrypted);

			if (one == NULL) {
				one = bus_replica_new(
					service, &list->items[j], endpoint->encrypted);
				one->next = service->replicas;
				service->replicas = one;
			}
			one->vanished = false;
		}
	}
	service->changed = true;
	bus_sp_wake(service->bus);
}

/* A name has these addresses now. */
static void
found(void *data, struct bus_address_list list)
{
	struct bus_endpoint *endpoint = data;

	free(endpoint->addresses.items);
	endpoint->addresses = list;
	match_replicas(endpoint->owner);
}

/* Reads a service's addresses; false when they cannot be read. */
static bool
deploy(struct bus_service *service, const char *addresses)
{
	if (!bus_address_parse(addresses, &service->endpoints))
		return false;
	service->deployed = true;
	for (size_t i = 0; i < service->endpoints.count; i++) {
		struct bus_endpoint *endpoint = &service->endpoints.items[i];

		endpoint->owner = service;
		if (endpoint->encrypted && service->side == NULL)
			service->side = channel_side_new(&service->key, CHANNEL_DIALS);
		if (endpoint->host != NULL) {
			bus_resolver_add(service->bus->resolver, endpoint->host,
				endpoint->port, endpoint);
		}
	}
	match_replicas(service);
	return true;
}

/* ---- the backend ---- */

/* The replica at an index of those that take calls, or NULL. */
static struct bus_replica *
replica_at(const struct bus_service *service, size_t index)
{
	struct bus_replica *one = service->replicas;

	while (one != NULL && (!bus_replica_usable(one) || index-- > 0))
		one = one->next;
	return one;
}

static uint64_t
sp_call(struct bus_backend *backend, const struct bus_request *request)
{
	struct bus_sp *bus = (struct bus_sp *)backend;
	struct bus_service *service = &bus->services[request->service];
	struct bus_replica *replica = NULL;
	struct bus_call *call;

	if (request->replica_name != NULL) {
		replica = replica_at(service, request->replica_index);
		if (replica == NULL ||
			request->size + request->rest_size >
				BUS_BODY_BYTES_MAX(request->service))
			return 0;
		bus_address_print(
			&replica->address, request->replica_name, BUS_REPLICA_NAME_MAX);
	}
	call = bus_calls_take(&bus->calls, request);
	call->bus = bus;
	call->service = service;
	if (replica != NULL)
		bus_place_bound(call, replica);
	else
		bus_place_call(call);
	return bus_calls_id(call);
}

static void
sp_cancel(struct bus_backend *backend, uint64_t id)
{
	struct bus_sp *bus = (struct bus_sp *)backend;
	struct bus_call *call = bus_calls_find(&bus->calls, id);

	if (call == NULL)
		return;
	bus_place_withdraw(call);
	loop_cancel(bus->loop, call->timer);
	call->timer = NULL;
	bus_calls_release(&bus->calls, call);
}

static int
sp_replicas(const struct bus_backend *backend, enum service_name service)
{
	const struct bus_sp *bus = (const struct bus_sp *)backend;
	int count = 0;

	if (!bus->services[service].deployed)
		return -1;
	for (const struct bus_replica *one = bus->services[service].replicas; one != NULL;
		one = one->next)
		count += bus_replica_usable(one);
	return count;
}

static void
sp_free(struct bus_backend *backend)
{
	struct bus_sp *bus = (struct bus_sp *)backend;

	loop_forget_turn_end(bus->loop, turn_end, bus);
	loop_cancel(bus->loop, bus->wake);
	bus_resolver_free(bus->resolver);
	for (size_t i = 0; i < SERVICE_COUNT; i++) {
		struct bus_service *service = &bus->services[i];

		while (service->replicas != NULL) {
			struct bus_replica *replica = service->replicas;

			service->replicas = replica->next;
			bus_replica_free(replica);
		}
		bus_address_done(&service->endpoints);
		channel_side_free(service->side);
	}
	for (size_t i = 0; i < bus->calls.count; i++)
		loop_cancel(bus->loop, bus->calls.items[i]->timer);
	bus_calls_done(&bus->calls);
	arena_free(bus->arena);
	free(bus);
}

static const struct bus_backend_methods methods = {
	.call = sp_call, .cancel = sp_cancel, .replicas = sp_replicas, .free = sp_free};

struct bus_backend *
bus_sp_new(const struct bus_options *options)
{
	struct bus_sp *bus = bus_memory_new(sizeof(*bus));

	bus->backend.methods = &methods;
	bus->loop = options->loop;
	bus->in_flight_max = (size_t)options->in_flight_max;
	bus->ping_interval_ms = options->ping_interval_ms;
	secret_random(&bus->nonce, sizeof(bus->nonce));
	bus->arena = arena_new(ARENA_BYTES);
	bus->resolver = bus_resolver_new(bus->loop, options->resolve_interval_ms, found);
	loop_at_turn_end(bus->loop, turn_end, bus);
	for (size_t i = 0; i < SERVICE_COUNT; i++) {
		struct bus_service *service = &bus->services[i];
		const char *addresses;

		service->bus = bus;
		service->key = options->keys[i];
		addresses = options->addresses[i];
		if (addresses != NULL && !deploy(service, addresses)) {
			sp_free(&bus->backend);
			errno = EINVAL;
			return NULL;
		}
	}
	bus_resolver_start(bus->resolver);
	return &bus->backend;
}
