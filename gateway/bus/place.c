/*
 * place.c - from a call to a replica, and back.
 *
 * The rule that all of this serves: a call that is not repeatable is handed to the kernel
 * for one replica only, ever. What no replica has seen may always be given to another; what
 * one has seen may be repeated once, and only if its caller said so.
 */
#include "common/base/clock.h"
#include "gateway/bus/sp.h"

/* So many waiting calls per place in a replica; more would only wait to expire. */
#define WAITING_FACTOR 4

/* The usable replica with the fewest calls and a place for one more; ties go round. */
static struct bus_replica *
best(const struct bus_service *service, const struct bus_replica *except)
{
	struct bus_replica *best = NULL;
	size_t fewest = service->bus->in_flight_max;
	bool passed = false; /* the one used last */
	bool best_passed = false;

	for (struct bus_replica *one = service->replicas; one != NULL; one = one->next) {
		const size_t outstanding = bus_replica_outstanding(one);

		if (one != except && bus_replica_usable(one) && outstanding <= fewest &&
			outstanding < service->bus->in_flight_max) {
			const bool wins = outstanding < fewest || best == NULL ||
				(passed && !best_passed);

			if (wins) {
				best = one;
				fewest = outstanding;
				best_passed = passed;
			}
		}
		passed = passed || one == service->last_used;
	}
	return best;
}

/* Whether any replica takes calls, were it not for their number. */
static bool
any_usable(const struct bus_service *service)
{
	for (const struct bus_replica *one = service->replicas; one != NULL;
		one = one->next) {
		if (bus_replica_usable(one))
			return true;
	}
	return false;
}

/* The call's time is over: its deadline, or its wait for a replica. */
static void
time_over(void *data)
{
	struct bus_call *call = data;
	bool deadline;

	call->timer = NULL;
	deadline = clock_monotonic_ms() >= call->deadline_ms;
	/* What is framed will be written, even when it is not yet. */
	if (!call->exposed && call->state != BUS_CALL_SENT)
		bus_place_end(call, BUS_UNAVAILABLE, NULL, 0);
	else
		bus_place_end(call, deadline ? BUS_EXPIRED : BUS_LOST, NULL, 0);
}

/* Gives the call so much time, but never more than its deadline. */
static void
arm(struct bus_call *call, int64_t limit_ms)
{
	int64_t left_ms = call->deadline_ms - clock_monotonic_ms();

	if (left_ms > limit_ms)
		left_ms = limit_ms;
	loop_cancel(call->bus->loop, call->timer);
	call->timer = loop_after(call->bus->loop, left_ms, time_over, call);
}

/* Puts a call at the end of a replica's queue. */
static void
give(struct bus_call *call, struct bus_replica *replica)
{
	call->replica = replica;
	call->service->last_used = replica;
	bus_calls_append(&replica->queued, call, BUS_CALL_QUEUED);
	bus_sp_wake(call->bus);
}

void
bus_place_call(struct bus_call *call)
{
	struct bus_service *service = call->service;
	const bool is_new = call->timer == NULL;
	struct bus_replica *replica;
	bool full;

	/* A service would close the connection on too large a frame, and harm the others. */
	if (!service->deployed ||
		call->size + call->rest_size >
			BUS_BODY_BYTES_MAX(service - service->bus->services)) {
		bus_place_end_later(call, BUS_UNAVAILABLE);
		return;
	}
	replica = best(service, NULL);
	if (replica != NULL) {
		if (is_new)
			arm(call, INT64_MAX);
		give(call, replica);
		return;
	}
	full = service->waiting.count >= service->bus->in_flight_max * WAITING_FACTOR;
	if (full || (is_new && any_usable(service))) {
		bus_place_end_later(call, call->exposed ? BUS_LOST : BUS_OVERLOADED);
		return;
	}
	arm(call, BUS_WAIT_MS);
	bus_calls_append(&service->waiting, call, BUS_CALL_WAITING);
}

void
bus_place_bound(struct bus_call *call, struct bus_replica *replica)
{
	arm(call, INT64_MAX);
	give(call, replica);
}

/* Moves what may be repeated, or was never sent, from a replica that hangs to others. */
static void
rescue(struct bus_replica *hung, struct bus_call_list *list)
{
	struct bus_call *next = NULL;

	for (struct bus_call *call = list->first; call != NULL; call = next) {
		bool framed;
		struct bus_replica *other;

		next = call->next;
		framed = call->state == BUS_CALL_SENT;
		if (call->bound || (framed && (!call->repeatable || call->resent)))
			continue;
		other = best(call->service, hung);
		if (other == NULL) {
			call->service->stuck = true;
			return;
		}
		call->exposed = call->exposed || framed;
		call->resent = call->resent || framed;
		bus_place_withdraw(call);
		give(call, other);
	}
}

void
bus_place_changed(struct bus_service *service)
{
	service->changed = false;
	service->stuck = false;
	while (service->waiting.first != NULL) {
		struct bus_replica *replica = best(service, NULL);
		struct bus_call *call;

		if (replica == NULL)
			break;
		call = service->waiting.first;
		bus_calls_detach(call);
		arm(call, INT64_MAX);
		give(call, replica);
	}
	for (struct bus_replica *one = service->replicas; one != NULL; one = one->next) {
		if (one->state != BUS_REPLICA_OPEN || one->alive)
			continue;
		rescue(one, &one->queued);
		rescue(one, &one->sent);
	}
}

void
bus_place_lost(struct bus_call *call)
{
	const bool seen = call->state == BUS_CALL_SENT && bus_stream_exposed(call);

	bus_place_withdraw(call);
	if (call->bound || (seen && (!call->repeatable || call->resent))) {
		bus_place_end_later(call, BUS_LOST);
		return;
	}
	call->resent = call->resent || seen;
	call->exposed = call->exposed || seen;
	bus_place_call(call);
}

void
bus_place_withdraw(struct bus_call *call)
{
	struct bus_replica *replica = call->replica;
	struct bus_service *service;

	if (call->state == BUS_CALL_SENT) {
		replica->table[call->wire_id & replica->table_mask] = NULL;
		bus_stream_part(replica, call);
	}
	call->replica = NULL;
	bus_calls_detach(call);
	service = call->service;
	if (replica != NULL && (service->stuck || service->waiting.count > 0)) {
		service->changed = true;
		bus_sp_wake(call->bus);
	}
}

void
bus_place_end(
	struct bus_call *call, enum bus_outcome outcome, const void *body, size_t size)
{
	struct bus_sp *bus = call->bus;
	bus_done *done = call->done;
	void *data = call->data;
	struct bus_result result;

	bus_place_withdraw(call);
	loop_cancel(bus->loop, call->timer);
	call->timer = NULL;
	bus_calls_release(&bus->calls, call);
	result = (struct bus_result){.outcome = outcome, .body = body, .size = size};
	done(data, &result);
}

void
bus_place_end_later(struct bus_call *call, enum bus_outcome outcome)
{
	loop_cancel(call->bus->loop, call->timer);
	call->timer = NULL;
	call->outcome = outcome;
	bus_calls_append(&call->bus->ended, call, BUS_CALL_ENDED);
	bus_sp_wake(call->bus);
}
