/*
 * calls.c - the pool of calls. A busy loop allocates nothing: calls and their buffers
 * are used again.
 */
#include "gateway/bus/calls.h"

#include <stdlib.h>
#include <string.h>

#include "gateway/bus/memory.h"

/* A larger buffer is not kept for the next call. */
#define BODY_BYTES_KEPT (size_t)(32 * 1024)

/* Generations stay below, so that ids stay below 2^63. */
#define GENERATION_MASK UINT32_C(0x7fffffff)

void
bus_calls_append(
	struct bus_call_list *list, struct bus_call *call, enum bus_call_state state)
{
	call->state = state;
	call->list = list;
	call->next = NULL;
	call->previous = list->last;
	if (list->last != NULL)
		list->last->next = call;
	else
		list->first = call;
	list->last = call;
	list->count++;
}

void
bus_calls_detach(struct bus_call *call)
{
	struct bus_call_list *list = call->list;

	if (list == NULL)
		return;
	if (call->previous != NULL)
		call->previous->next = call->next;
	else
		list->first = call->next;
	if (call->next != NULL)
		call->next->previous = call->previous;
	else
		list->last = call->previous;
	list->count--;
	call->list = NULL;
}

/* An unused call, or a new one. */
static struct bus_call *
unused(struct bus_calls *calls)
{
	struct bus_call *call = calls->unused.first;

	if (call != NULL) {
		bus_calls_detach(call);
		return call;
	}
	call = bus_memory_new(sizeof(*call));
	call->index = (uint32_t)calls->count;
	calls->items = bus_memory_grow(
		calls->items, calls->count + 1, sizeof(struct bus_call *));
	calls->items[calls->count++] = call;
	return call;
}

struct bus_call *
bus_calls_take(struct bus_calls *calls, const struct bus_request *request)
{
	struct bus_call *call = unused(calls);

	call->size = request->size;
	if (call->capacity < call->size) {
		call->body = bus_memory_grow(call->body, call->size, 1);
		call->capacity = call->size;
	}
	if (request->size > 0)
		memcpy(call->body, request->body, request->size);
	call->rest = request->rest;
	call->rest_size = request->rest_size;
	call->deadline_ms = request->deadline_ms;
	call->repeatable = request->repeatable;
	call->done = request->done;
	call->data = request->data;
	call->bound = request->replica_name != NULL;
	call->resent = false;
	call->exposed = false;
	call->replica = NULL;
	return call;
}

void
bus_calls_unsign(struct bus_call *call)
{
	if (call->mac != NULL)
		secret_mac_end(call->mac, NULL);
	call->mac = NULL;
	call->signed_bytes = 0;
}

void
bus_calls_release(struct bus_calls *calls, struct bus_call *call)
{
	call->generation = (call->generation + 1) & GENERATION_MASK;
	call->replica = NULL;
	bus_calls_unsign(call);
	if (call->capacity > BODY_BYTES_KEPT) {
		free(call->body);
		call->body = NULL;
		call->capacity = 0;
	}
	bus_calls_append(&calls->unused, call, BUS_CALL_FREE);
}

uint64_t
bus_calls_id(const struct bus_call *call)
{
	/* One more than the index, so that no id is 0. */
	return (uint64_t)call->generation << 32 | (call->index + 1);
}

struct bus_call *
bus_calls_find(const struct bus_calls *calls, uint64_t id)
{
	const size_t index = (size_t)(id & UINT32_MAX) - 1;
	struct bus_call *call;
	bool same;

	if (index >= calls->count)
		return NULL;
	call = calls->items[index];
	same = call->state != BUS_CALL_FREE && call->generation == id >> 32;
	return same ? call : NULL;
}

void
bus_calls_done(struct bus_calls *calls)
{
	for (size_t i = 0; i < calls->count; i++) {
		bus_calls_unsign(calls->items[i]);
		free(calls->items[i]->body);
		free(calls->items[i]);
	}
	free(calls->items);
	*calls = (struct bus_calls){0};
}
