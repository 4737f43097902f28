/*
 * health.c - whether the instance is healthy, and which of its parts are not.
 *
 * The bus pings the services. The gateway checks the database through two services at
 * once, so that one of them that hangs does not pass for the database: identity looks up
 * a credential that cannot exist, and notifications says whether messages are delivered
 * in time. The result is cached for one second.
 */
#include <stdlib.h>
#include <string.h>

#include "common/base/clock.h"
#include "common/base/version.h"
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
	int64_t checked_ms;     /* 0 = never */
	bool identity_answered; /* "no such token", as only a working database can say */
	bool outbox_answered;
	bool outbox_late, disk_full; /* false when notifications does not answer */
	int asking;                  /* calls under way */
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

/* The state of the database. One answer proves that it works. Without an answer it is
 * down, unless the services that could tell do not even answer pings. */
static const char *
database_state(const struct gateway *gateway)
{
	const struct health *health = gateway->health;

	if (health->disk_full)
		return "full";
	if (health->identity_answered || health->outbox_answered)
		return "up";
	return bus_replicas(gateway->bus, SERVICE_IDENTITY) == 0 &&
			bus_replicas(gateway->bus, SERVICE_NOTIFICATIONS) == 0
		? "skipped"
		: "down";
}

/* Whether a service takes calls. Identity must also have answered one, if the database
 * works. */
static const char *
service_state(const struct gateway *gateway, enum service_name service)
{
	const struct health *health = gateway->health;
	const int replicas = bus_replicas(gateway->bus, service);

	if (replicas < 0)
		return "skipped";
	if (service == SERVICE_IDENTITY && !health->identity_answered &&
		health->outbox_answered)
		return "down";
	return replicas > 0 ? "up" : "down";
}

static bool
is_healthy(const struct gateway *gateway)
{
	if (gateway->health->outbox_late || strcmp(database_state(gateway), "up") != 0)
		return false;
	for (int service = SERVICE_GATEWAY + 1; service < SERVICE_COUNT; service++) {
		if (strcmp(service_state(gateway, (enum service_name)service), "down") ==
			0)
			return false;
	}
	return true;
}

/* Writes the health record. A full database still answers reads, so `db` is "up". */
static void
write_record(struct buffer *out, const struct gateway *gateway)
{
	const char *database = database_state(gateway);

	wire_map(out, 4);
	wire_cstring(out, "status");
	wire_cstring(out, is_healthy(gateway) ? "ok" : "degraded");
	wire_cstring(out, "version");
	wire_cstring(out, version_text);
	wire_cstring(out, "db");
	wire_cstring(out, strcmp(database, "full") == 0 ? "up" : database);
	wire_cstring(out, "parts");
	wire_map(out, SERVICE_COUNT);
	wire_cstring(out, "database");
	wire_cstring(out, database);
	for (int service = SERVICE_GATEWAY + 1; service < SERVICE_COUNT; service++) {
		wire_cstring(out, service_names[service]);
		wire_cstring(out, service_state(gateway, (enum service_name)service));
	}
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

/* One call has ended. After the last one all waiting callers are answered. */
static void
ended(struct gateway *gateway)
{
	struct health *health = gateway->health;

	if (--health->asking > 0)
		return;
	health->checked_ms = clock_monotonic_ms();
	while (health->waiting != NULL) {
		struct waiting *first = health->waiting;

		health->waiting = first->next;
		tell(gateway, first->done, first->data);
		free(first);
	}
}

/* Reads a flag in the reply of notifications: {"late": true, "diskFull": false}. */
static bool
says(const struct message_reply *reply, const char *flag)
{
	struct wire_reader reader =
		wire_find(reply->output, reply->output_size, flag, strlen(flag));
	const struct wire_value value = wire_next(&reader);

	return value.type == WIRE_BOOLEAN && value.boolean;
}

/* Notifications has answered, or failed. */
static void
asked_outbox(void *data, const struct bus_result *result)
{
	struct gateway *gateway = data;
	struct health *health = gateway->health;
	struct arena *arena = arena_new(1024);
	struct message_reply reply;

	health->outbox_answered = result->outcome == BUS_ANSWERED &&
		message_decode_reply(arena, result->body, result->size, &reply) &&
		reply.problem == PROBLEM_NONE;
	health->outbox_late = health->outbox_answered && says(&reply, "late");
	health->disk_full = health->outbox_answered && says(&reply, "diskFull");
	arena_free(arena);
	ended(gateway);
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

	gateway->health->identity_answered = result->outcome == BUS_ANSWERED &&
		message_decode_reply(arena, result->body, result->size, &reply) &&
		reply.problem == PROBLEM_INVALID_TOKEN;
	arena_free(arena);
	ended(gateway);
}

/* Asks the database through identity. */
static void
ask_identity(struct gateway *gateway)
{
	static const char nobody[] =
		"0000000000000000000000000000000000000000000000000000000000000000";
	struct arena *arena = arena_new(512);
	struct buffer message = {.arena = arena};

	lookup_encode(&message, nobody, arena_text(arena, "health"),
		(struct text){.presence = ABSENT}, HEALTH_TIMEOUT_MS);
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
	if (health->asking == 0) {
		health->asking = 2;
		ask_identity(gateway);
		ask_outbox(gateway);
	}
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
