/*
 * sp.c - the services, their replicas, and the end of each turn of the loop.
 */
#include "gateway/bus/sp/inside.h"

#include <errno.h>
#include <stdlib.h>

#include "gateway/bus/base/memory.h"

#define ARENA_BYTES 4096

/* Runs the callbacks that could not run before, but not those that they add. */
static void
run_ended(struct sp_bus *bus)
{
	for (size_t left = bus->ended.count; left > 0 && bus->ended.first != NULL; left--)
		bus_dispatch_end(bus->ended.first, bus->ended.first->outcome, NULL, 0);
}

/* Writes what a turn has gathered for a replica. */
static void
flush(struct sp_replica *replica)
{
	const bool work =
		replica->queued.first != NULL || replica->out.start < replica->out.end;

	if (replica->state != SP_REPLICA_OPEN || replica->blocked || !work)
		return;
	if (!bus_frame_flush(replica))
		bus_replica_lost(replica);
}

/* Frees replicas whose address is gone and whose calls have ended. */
static void
sweep(struct sp_service *service)
{
	struct sp_replica **link = &service->replicas;

	while (*link != NULL) {
		struct sp_replica *replica = *link;

		if (replica->vanished && bus_replica_outstanding(replica) == 0) {
			*link = replica->next;
			bus_replica_free(replica);
		} else {
			link = &replica->next;
		}
	}
}

static void
turn_end(void *data)
{
	struct sp_bus *bus = data;

	loop_cancel(bus->loop, bus->wake);
	bus->wake = NULL;
	run_ended(bus);
	for (size_t i = 0; i < SERVICE_COUNT; i++) {
		struct sp_service *service = &bus->services[i];

		if (service->changed)
			bus_dispatch_changed(service);
		for (struct sp_replica *one = service->replicas; one != NULL;
			one = one->next)
			flush(one);
		sweep(service);
	}
}

/* ---- addresses ---- */

static struct sp_replica *
find_replica(
	struct sp_service *service, const struct bus_address *address, bool encrypted)
{
	struct sp_replica *one = service->replicas;

	while (one != NULL &&
		(one->encrypted != encrypted ||
			!bus_address_equal(&one->address, address)))
		one = one->next;
	return one;
}

/* Adds the replicas of new addresses, and marks those whose address is gone. */
static void
match_replicas(struct sp_service *service)
{
	for (struct sp_replica *one = service->replicas; one != NULL; one = one->next)
		one->vanished = true;
	for (size_t i = 0; i < service->endpoints.count; i++) {
		const struct bus_endpoint *endpoint = &service->endpoints.items[i];
		const struct bus_address_list *list = &endpoint->addresses;

		for (size_t j = 0; j < list->count; j++) {
			struct sp_replica *one = find_replica(
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

/* The resolver has found new addresses for a name. */
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
deploy(struct sp_service *service, const char *addresses)
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

/* ---- the transport ---- */

/* The replica at an index among those that take calls, or NULL. */
static struct sp_replica *
replica_at(const struct sp_service *service, size_t index)
{
	struct sp_replica *one = service->replicas;

	while (one != NULL && (!bus_replica_usable(one) || index-- > 0))
		one = one->next;
	return one;
}

static uint64_t
sp_call(struct bus *base, const struct bus_request *request)
{
	struct sp_bus *bus = (struct sp_bus *)base;
	struct sp_service *service = &bus->services[request->service];
	struct sp_replica *replica = NULL;
	struct sp_call *call;

	if (request->replica_name != NULL) {
		replica = replica_at(service, request->replica_index);
		if (replica == NULL ||
			request->size + request->rest_size >
				message_bytes_max(request->service))
			return 0;
		bus_address_print(
			&replica->address, request->replica_name, BUS_REPLICA_NAME_MAX);
	}
	call = bus_calls_take(&bus->calls, request);
	call->bus = bus;
	call->service = service;
	call->replica = NULL;
	call->exposed = false;
	if (replica != NULL)
		bus_dispatch_bound(call, replica);
	else
		bus_dispatch_call(call);
	return bus_calls_id(&call->base);
}

static void
sp_cancel(struct bus *base, uint64_t id)
{
	struct sp_bus *bus = (struct sp_bus *)base;
	struct sp_call *call = bus_calls_find(&bus->calls, id);

	if (call == NULL)
		return;
	call->base.done = NULL;
	bus_dispatch_end(call, BUS_UNAVAILABLE, NULL, 0);
}

static int
sp_replicas(const struct bus *base, enum service_name service)
{
	const struct sp_bus *bus = (const struct sp_bus *)base;
	int count = 0;

	if (!bus->services[service].deployed)
		return -1;
	for (const struct sp_replica *one = bus->services[service].replicas; one != NULL;
		one = one->next)
		count += bus_replica_usable(one);
	return count;
}

static void
sp_close(struct bus *base)
{
	struct sp_bus *bus = (struct sp_bus *)base;

	loop_forget_turn_end(bus->loop, turn_end, bus);
	loop_cancel(bus->loop, bus->wake);
	bus_resolver_free(bus->resolver);
	for (size_t i = 0; i < SERVICE_COUNT; i++) {
		struct sp_service *service = &bus->services[i];

		while (service->replicas != NULL) {
			struct sp_replica *replica = service->replicas;

			service->replicas = replica->next;
			bus_replica_free(replica);
		}
		bus_address_done(&service->endpoints);
		channel_side_free(service->side);
	}
	for (size_t i = 0; i < bus->calls.count; i++)
		sp_call_stop_timer((struct sp_call *)bus->calls.items[i]);
	bus_calls_done(&bus->calls);
	arena_free(bus->arena);
	free(bus);
}

static struct bus *
sp_open(const struct bus_options *options)
{
	struct sp_bus *bus = bus_memory_new(sizeof(*bus));

	bus->bus.transport = &bus_sp;
	bus->loop = options->loop;
	bus->in_flight_max = (size_t)options->in_flight_max;
	bus->ping_interval_ms = options->ping_interval_ms;
	bus->calls.item_size = sizeof(struct sp_call);
	secret_random(&bus->nonce, sizeof(bus->nonce));
	bus->arena = arena_new(ARENA_BYTES);
	bus->resolver = bus_resolver_new(bus->loop, options->resolve_interval_ms, found);
	loop_at_turn_end(bus->loop, turn_end, bus);
	for (size_t i = 0; i < SERVICE_COUNT; i++) {
		struct sp_service *service = &bus->services[i];
		const char *addresses = options->addresses[i];

		service->bus = bus;
		service->name = (enum service_name)i;
		service->key = options->keys[i];
		if (addresses != NULL && !deploy(service, addresses)) {
			sp_close(&bus->bus);
			errno = EINVAL;
			return NULL;
		}
	}
	bus_resolver_start(bus->resolver);
	return &bus->bus;
}

const struct bus_transport bus_sp = {sp_open, sp_call, sp_cancel, sp_replicas, sp_close};
