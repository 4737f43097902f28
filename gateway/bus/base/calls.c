#include "gateway/bus/base/calls.h"

#include <stdlib.h>
#include <string.h>

#include "common/base/clock.h"
#include "common/base/log.h"
#include "common/bus/message.h"
#include "gateway/bus/base/memory.h"

/* A larger buffer is not kept for the next call. */
#define BODY_BYTES_KEPT (size_t)(32 * 1024)

static struct bus_call *
unused(struct bus_calls *calls)
{
	struct bus_call *call = calls->unused;

	if (call != NULL) {
		calls->unused = call->next_unused;
		return call;
	}
	call = bus_memory_new(calls->item_size);
	call->index = (uint32_t)calls->count;
	calls->items = bus_memory_grow(
		calls->items, calls->count + 1, sizeof(struct bus_call *));
	calls->items[calls->count++] = call;
	return call;
}

void *
bus_calls_take(struct bus_calls *calls, const struct bus_request *request)
{
	struct bus_call *call = unused(calls);

	call->open = true;
	call->service = request->service;
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
	call->resent = false;
	call->bound = request->replica_name != NULL;
	call->done = request->done;
	call->data = request->data;
	return call;
}

void
bus_calls_release(struct bus_calls *calls, struct bus_call *call)
{
	call->open = false;
	call->generation++;
	if (call->capacity > BODY_BYTES_KEPT) {
		free(call->body);
		call->body = NULL;
		call->capacity = 0;
	}
	call->next_unused = calls->unused;
	calls->unused = call;
}

void
bus_calls_end(struct bus_calls *calls, struct bus_call *call, struct bus_result result)
{
	bus_done *done = call->done;
	void *data = call->data;

	bus_calls_release(calls, call);
	if (done != NULL)
		done(data, &result);
}

uint64_t
bus_calls_id(const struct bus_call *call)
{
	return (uint64_t)call->generation << 32 | (call->index + 1);
}

void *
bus_calls_find(const struct bus_calls *calls, uint64_t id)
{
	const size_t index = (size_t)(id & UINT32_MAX) - 1;
	struct bus_call *call;

	if (index >= calls->count)
		return NULL;
	call = calls->items[index];
	return call->open && call->generation == id >> 32 ? call : NULL;
}

void
bus_calls_done(struct bus_calls *calls)
{
	for (size_t i = 0; i < calls->count; i++) {
		free(calls->items[i]->body);
		free(calls->items[i]);
	}
	free(calls->items);
	*calls = (struct bus_calls){0};
}

bool
bus_call_too_large(const struct bus_call *call)
{
	return call->size + call->rest_size > message_bytes_max(call->service);
}

int64_t
bus_call_time_left(const struct bus_call *call, int64_t limit_ms)
{
	const int64_t left_ms = call->deadline_ms - clock_monotonic_ms();

	if (left_ms > limit_ms)
		return limit_ms;
	return left_ms > 0 ? left_ms : 0;
}

bool
bus_call_may_resend(const struct bus_call *call)
{
	return call->repeatable && !call->resent;
}

const uint8_t *
bus_reply_open(enum service_name service, const struct key *key, uint64_t nonce,
	const void *frame, size_t frame_size, size_t *size)
{
	const uint8_t *body = frame_open_reply(key, nonce, frame, frame_size, size);

	if (body == NULL) {
		log_warn("forged_reply", LOG_TEXT("service", service_names[service]),
			LOG_INT("bytes", (int64_t)frame_size));
	}
	return body;
}
