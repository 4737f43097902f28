/*
 * bus_client.h - a bus with its loop, and blocking calls, for tests of the bus.
 */
#ifndef KITH_TESTS_UNIT_GATEWAY_BUS_BUS_CLIENT_H
#define KITH_TESTS_UNIT_GATEWAY_BUS_BUS_CLIENT_H

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/base/clock.h"
#include "common/bus/message.h"
#include "common/wire/wire.h"
#include "gateway/bus/bus.h"
#include "tests/support/bus_replica.h"

#define BUS_TEST_PING_MS 50

struct bus_client {
	struct loop *loop;
	struct bus *bus;
	struct arena *arena;
};

/* The result of a call. */
struct bus_answer {
	struct bus_client *client;
	int count; /* of callbacks */
	enum bus_outcome outcome;
	uint8_t *body; /* in the client's arena */
	size_t size;
};

/* Makes a folder for one test's sockets and files, "/tmp/kith-bus-…". */
static inline char *
bus_client_folder(void)
{
	static char folder[32];

	memcpy(folder, "/tmp/kith-bus-XXXXXX", 21);
	if (!mkdtemp(folder)) {
		abort();
	}
	return folder;
}

static inline struct bus_client
bus_client_new(const char *content, struct bus_options options)
{
	const char *addresses[SERVICE_COUNT] = {[SERVICE_CONTENT] = content};
	const struct key keys[SERVICE_COUNT] = {[SERVICE_CONTENT] = bus_replica_key};
	struct bus_client client = {.loop = loop_new(), .arena = arena_new(65536)};

	options.loop = client.loop;
	options.keys = keys;
	options.addresses = addresses;
	if (options.ping_interval_ms == 0)
		options.ping_interval_ms = BUS_TEST_PING_MS;
	client.bus = bus_new(&options);
	return client;
}

static inline void
bus_client_free(struct bus_client *client)
{
	bus_free(client->bus);
	loop_free(client->loop);
	arena_free(client->arena);
}

static inline void
bus_client_stop(void *data)
{
	loop_stop(data);
}

/* Runs the loop for so long. */
static inline void
bus_client_run(struct bus_client *client, int64_t ms)
{
	struct loop_timer *timer =
		loop_after(client->loop, ms, bus_client_stop, client->loop);
	(void)timer; /* it has run when the loop has stopped */
	loop_run(client->loop);
}

/* Notes the result and stops the loop. */
static inline void
bus_client_done(void *data, const struct bus_result *result)
{
	struct bus_answer *answer = data;

	answer->count++;
	answer->outcome = result->outcome;
	answer->size = result->size;
	if (result->body)
		answer->body = (uint8_t *)arena_copy(
			answer->client->arena, result->body, result->size);
	loop_stop(answer->client->loop);
}

/* The body of a call with one text of `size` bytes as its input. */
static inline struct buffer
bus_client_body(
	struct arena *arena, const char *name, const char *request_id, size_t size)
{
	const struct op op = {.name = name};
	const struct call call = {.op = &op,
		.request_id = arena_text(arena, request_id),
		.deadline_unix_ms = clock_unix_us() / 1000 + 10000};
	struct buffer input = {.arena = arena};
	char *text = arena_alloc(arena, size + 1);
	struct buffer body = {.arena = arena};

	memset(text, 'x', size);
	wire_map(&input, 1);
	wire_cstring(&input, "text");
	wire_string(&input, text, size);
	message_encode_call(&body, &call, input.data, input.size);
	return body;
}

static inline uint64_t
bus_client_begin(struct bus_client *client, const char *name, int64_t deadline_ms,
	bool repeatable, struct bus_answer *answer)
{
	const struct buffer body = bus_client_body(client->arena, name, "request", 5);

	*answer = (struct bus_answer){.client = client};
	return bus_call(client->bus, SERVICE_CONTENT, body.data, body.size,
		clock_monotonic_ms() + deadline_ms, repeatable, bus_client_done, answer);
}

/* Runs the loop until the call has ended; gives up after five seconds. */
static inline enum bus_outcome
bus_client_wait(struct bus_client *client, const struct bus_answer *answer)
{
	const int64_t until_ms = clock_monotonic_ms() + 5000;

	struct loop_timer *timer =
		loop_after(client->loop, 5000, bus_client_stop, client->loop);
	while (answer->count == 0 && clock_monotonic_ms() < until_ms)
		loop_run(client->loop);
	if (answer->count == 0)
		abort();
	loop_cancel(client->loop, timer);
	return answer->outcome;
}

static inline enum bus_outcome
bus_client_call(struct bus_client *client, const char *name, int64_t deadline_ms,
	bool repeatable, struct bus_answer *answer)
{
	bus_client_begin(client, name, deadline_ms, repeatable, answer);
	return bus_client_wait(client, answer);
}

/* Runs the loop until so many replicas accept calls; false after three seconds. */
static inline bool
bus_client_await_replicas(struct bus_client *client, int count)
{
	for (int i = 0; i < 300; i++) {
		if (bus_replicas(client->bus, SERVICE_CONTENT) == count)
			return true;
		bus_client_run(client, 10);
	}
	return false;
}

#endif
