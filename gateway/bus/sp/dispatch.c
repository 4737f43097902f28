/*
 * dispatch.c - gives calls to replicas.
 *
 * The invariant: a call that is not repeatable is handed to the kernel for one replica
 * only, ever. A call that no replica has seen may always go to another one; a call that a
 * replica has seen is repeated once, and only if it is repeatable.
 */
#include "common/base/clock.h"
#include "gateway/bus/sp/inside.h"

/* So many calls wait for each call that a replica takes; more would only expire. */
#define WAITING_FACTOR 4

/* The usable replica with the fewest calls and room for one more. Replicas with equally
 * many take turns. */
static struct sp_replica *
best(const struct sp_service *service, const struct sp_replica *except)
{
	struct sp_replica *best = NULL;
	size_t fewest = service->bus->in_flight_max;
	bool passed = false; /* the one used last */
	bool best_passed = false;

	for (struct sp_replica *one = service->replicas; one != NULL; one = one->next) {
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

/* Whether any replica takes calls, perhaps without room for one more. */
static bool
any_usable(const struct sp_service *service)
{
	for (const struct sp_replica *one = service->replicas; one != NULL;
		one = one->next) {
		if (bus_replica_usable(one))
			return true;
	}
	return false;
}

/* Ends a call at the end of the turn, because no callback may run now. */
static void
end_later(struct sp_call *call, enum bus_outcome outcome)
{
	sp_call_stop_timer(call);
	call->outcome = outcome;
	sp_call_append(&call->bus->ended, call, SP_CALL_ENDED);
	bus_sp_wake(call->bus);
}

/* The call's deadline has passed, or its wait for a replica. */
static void
time_over(void *data)
{
	struct sp_call *call = data;
	bool deadline;

	call->timer = NULL;
	deadline = clock_monotonic_ms() >= call->base.deadline_ms;
	/* A frame is written in any case once it is in the stream. */
	if (!call->exposed && call->state != SP_CALL_SENT)
		bus_dispatch_end(call, BUS_UNAVAILABLE, NULL, 0);
	else
		bus_dispatch_end(call, deadline ? BUS_EXPIRED : BUS_LOST, NULL, 0);
}

/* Limits the time of a call, which its deadline limits in any case. */
static void
arm(struct sp_call *call, int64_t limit_ms)
{
	sp_call_stop_timer(call);
	call->timer = loop_after(call->bus->loop,
		bus_call_time_left(&call->base, limit_ms), time_over, call);
}

/* Puts a call at the end of a replica's queue. */
static void
give(struct sp_call *call, struct sp_replica *replica)
{
	call->replica = replica;
	call->service->last_used = replica;
	sp_call_append(&replica->queued, call, SP_CALL_QUEUED);
	bus_sp_wake(call->bus);
}

void
bus_dispatch_call(struct sp_call *call)
{
	struct sp_service *service = call->service;
	const bool is_new = call->timer == NULL;
	struct sp_replica *replica;
	bool full;

	if (!service->deployed || bus_call_too_large(&call->base)) {
		end_later(call, BUS_UNAVAILABLE);
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
		end_later(call, call->exposed ? BUS_LOST : BUS_OVERLOADED);
		return;
	}
	arm(call, BUS_WAIT_MS);
	sp_call_append(&service->waiting, call, SP_CALL_WAITING);
}

void
bus_dispatch_bound(struct sp_call *call, struct sp_replica *replica)
{
	arm(call, INT64_MAX);
	give(call, replica);
}

/* Moves the calls of a hung replica to others, as far as the invariant allows. */
static void
rescue(struct sp_replica *hung, struct sp_call_list *list)
{
	struct sp_call *next = NULL;

	for (struct sp_call *call = list->first; call != NULL; call = next) {
		const bool framed = call->state == SP_CALL_SENT;
		struct sp_replica *other;

		next = call->next;
		if (call->base.bound || (framed && !bus_call_may_resend(&call->base)))
			continue;
		other = best(call->service, hung);
		if (other == NULL) {
			call->service->stuck = true;
			return;
		}
		call->exposed = call->exposed || framed;
		call->base.resent = call->base.resent || framed;
		bus_dispatch_withdraw(call);
		give(call, other);
	}
}

void
bus_dispatch_changed(struct sp_service *service)
{
	service->changed = false;
	service->stuck = false;
	while (service->waiting.first != NULL) {
		struct sp_replica *replica = best(service, NULL);
		struct sp_call *call;

		if (replica == NULL)
			break;
		call = service->waiting.first;
		sp_call_detach(call);
		arm(call, INT64_MAX);
		give(call, replica);
	}
	for (struct sp_replica *one = service->replicas; one != NULL; one = one->next) {
		if (one->state != SP_REPLICA_OPEN || one->alive)
			continue;
		rescue(one, &one->queued);
		rescue(one, &one->sent);
	}
}

void
bus_dispatch_lost(struct sp_call *call)
{
	const bool seen = call->state == SP_CALL_SENT && bus_frame_exposed(call);

	bus_dispatch_withdraw(call);
	if (call->base.bound || (seen && !bus_call_may_resend(&call->base))) {
		end_later(call, BUS_LOST);
		return;
	}
	call->base.resent = call->base.resent || seen;
	call->exposed = call->exposed || seen;
	bus_dispatch_call(call);
}

void
bus_dispatch_withdraw(struct sp_call *call)
{
	struct sp_replica *replica = call->replica;
	struct sp_service *service = call->service;

	if (call->state == SP_CALL_SENT)
		replica->table[call->wire_id & replica->table_mask] = NULL;
	call->replica = NULL;
	sp_call_detach(call);
	if (replica != NULL && (service->stuck || service->waiting.count > 0)) {
		service->changed = true;
		bus_sp_wake(call->bus);
	}
}

void
bus_dispatch_end(
	struct sp_call *call, enum bus_outcome outcome, const void *body, size_t size)
{
	bus_dispatch_withdraw(call);
	sp_call_stop_timer(call);
	bus_calls_end(&call->bus->calls, &call->base,
		(struct bus_result){.outcome = outcome, .body = body, .size = size});
}
