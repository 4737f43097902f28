/*
 * health.c - whether the instance is healthy.
 *
 * The bus pings the services. The gateway checks the database through identity, which
 * is always deployed: it looks up a credential that cannot exist, and only a working
 * database can say "no such token". Then it asks notifications whether messages are
 * delivered in time. The result is cached for one second.
 */
#include <stdlib.h>
#include <string.h>

#include "common/base/clock.h"
#include "common/wire/wire.h"
#include "gateway/core/lookup.h"
#include "gateway/core/observe/health.h"
#include "proto/notifications/notifications.h"

#define HEALTH_LIFE_MS 1000
#define HEALTH_TIMEOUT_MS 2000

struct waiting {
	uint64_t id;
	health_done *done;
	void *data;
	struct waiting *next;
};

struct health {
	int64_t checked_ms; /* 0 = never */
	bool database_up;
	/* false when notifications does not answer: that service is down */
	bool outbox_late;
	bool asking;
	uint64_t last_id;
	struct waiting *waiting;
};

struct health *
health_new(void)
{
	struct health *health = calloc(1, sizeof(*health));

	if (health == NULL)
		abort();
	return health;
}

void
health_free(struct health *health)
{
	if (health == NULL)
		return;
	while (health->waiting != NULL) {
		struct waiting *first = health->waiting;

		health->waiting = first->next;
		free(first);
	}
	free(health);
}

/* Whether each service has an instance that takes calls. */
static bool
services_up(const struct gateway *gateway)
{
	for (int service = SERVICE_GATEWAY + 1; service < SERVICE_COUNT; service++) {
		if (bus_replicas(gateway->bus, (enum service_name)service) == 0)
			return false;
	}
	return true;
}

/* Writes the health record. */
static void
write_record(struct buffer *out, const struct gateway *gateway)
{
	const struct health *health = gateway->health;
	bool up = health->database_up;
	bool well = up && !health->outbox_late && services_up(gateway);

	wire_map(out, 3);
	wire_cstring(out, "status");
	wire_cstring(out, well ? "ok" : "degraded");
	wire_cstring(out, "version");
	wire_cstring(out, KITH_VERSION);
	wire_cstring(out, "db");
	wire_cstring(out, up ? "up" : "down");
}

/* Answers one caller with the record. */
static void
tell(const struct gateway *gateway, health_done *done, void *data)
{
	struct arena *arena = arena_new(256);
	struct buffer record = {.arena = arena};

	write_record(&record, gateway);
	done(data, record.data, record.size);
	arena_free(arena);
}

/* Answers all waiting callers. */
static void
tell_all(struct gateway *gateway)
{
	struct health *health = gateway->health;

	health->checked_ms = clock_monotonic_ms();
	health->asking = false;
	while (health->waiting != NULL) {
		struct waiting *first = health->waiting;

		health->waiting = first->next;
		tell(gateway, first->done, first->data);
		free(first);
	}
}

/* Reads the reply of notifications: {"late": true}. */
static bool
says_late(const struct message_reply *reply)
{
	struct wire_reader reader = wire_read(reply->output, reply->output_size);
	struct wire_value map = wire_next(&reader);
	struct wire_value name = wire_next(&reader);
	struct wire_value late = wire_next(&reader);

	return map.type == WIRE_MAP && name.type == WIRE_STRING &&
		late.type == WIRE_BOOLEAN && late.boolean;
}

/* Notifications has answered, or failed. */
static void
asked_outbox(void *data, const struct bus_result *result)
{
	struct gateway *gateway = data;
	struct arena *arena = arena_new(1024);
	struct message_reply reply;

	gateway->health->outbox_late = result->outcome == BUS_ANSWERED &&
		message_decode_reply(arena, result->body, result->size, &reply) &&
		reply.problem == PROBLEM_NONE && says_late(&reply);
	arena_free(arena);
	tell_all(gateway);
}

/* Asks notifications whether messages are delivered in time. */
static void
ask_outbox(struct gateway *gateway)
{
	struct arena *arena = arena_new(512);
	struct buffer input = {.arena = arena};
	struct buffer message = {.arena = arena};
	const struct call call = {
		.op = &op_outbox_check,
		.arena = arena,
		.request_id = arena_text(arena, "health"),
		.deadline_unix_ms = clock_unix_us() / 1000 + HEALTH_TIMEOUT_MS,
		.principal.via = VIA_OPERATOR,
	};

	wire_map(&input, 0);
	message_encode_call(&message, &call, input.data, input.size);
	bus_call(gateway->bus, SERVICE_NOTIFICATIONS, message.data, message.size,
		clock_monotonic_ms() + HEALTH_TIMEOUT_MS, true, asked_outbox, gateway);
	arena_free(arena);
}

/* Identity has answered, or failed. */
static void
asked(void *data, const struct bus_result *result)
{
	struct gateway *gateway = data;
	struct arena *arena = arena_new(1024);
	struct message_reply reply;

	gateway->health->database_up = result->outcome == BUS_ANSWERED &&
		message_decode_reply(arena, result->body, result->size, &reply) &&
		reply.problem == PROBLEM_INVALID_TOKEN;
	arena_free(arena);
	if (gateway->health->database_up)
		ask_outbox(gateway);
	else
		tell_all(gateway);
}

/* Asks the database through identity. */
static void
ask(struct gateway *gateway)
{
	static const char nobody[] =
		"0000000000000000000000000000000000000000000000000000000000000000";
	struct arena *arena = arena_new(512);
	struct buffer message = {.arena = arena};

	lookup_encode(&message, nobody, arena_text(arena, "health"),
		(struct text){.presence = ABSENT}, HEALTH_TIMEOUT_MS);
	gateway->health->asking = true;
	bus_call(gateway->bus, SERVICE_IDENTITY, message.data, message.size,
		clock_monotonic_ms() + HEALTH_TIMEOUT_MS, true, asked, gateway);
	arena_free(arena);
}

uint64_t
health_check(struct gateway *gateway, health_done *done, void *data)
{
	struct health *health = gateway->health;
	struct waiting *waiting;

	if (health->checked_ms != 0 &&
		clock_monotonic_ms() < health->checked_ms + HEALTH_LIFE_MS) {
		tell(gateway, done, data);
		return 0;
	}
	waiting = malloc(sizeof(*waiting));
	if (waiting == NULL)
		abort();
	*waiting = (struct waiting){++health->last_id, done, data, health->waiting};
	health->waiting = waiting;
	if (!health->asking)
		ask(gateway);
	return waiting->id;
}

void
health_cancel(struct gateway *gateway, uint64_t id)
{
	struct waiting **at = &gateway->health->waiting;
	struct waiting *found;

	while (*at != NULL && (*at)->id != id)
		at = &(*at)->next;
	if (*at == NULL)
		return;
	found = *at;
	*at = found->next;
	free(found);
}

bool
health_is_ready(const void *wire, size_t size)
{
	struct wire_reader reader = wire_read(wire, size);
	struct wire_value map = wire_next(&reader);
	struct wire_value name = wire_next(&reader);
	struct wire_value status = wire_next(&reader);

	return map.type == WIRE_MAP && name.type == WIRE_STRING &&
		status.type == WIRE_STRING && status.size == 2 &&
		memcmp(status.data, "ok", 2) == 0;
}
