/*
 * ping.c - whether a replica works, and whether it takes calls.
 *
 * A connection says little, because a stopped process keeps it open. So each replica is
 * pinged in an interval. It is alive while any reply comes; after two silent intervals it
 * gets no calls until it answers a ping. The answer also says whether it takes calls.
 */
#include <string.h>

#include "common/base/clock.h"
#include "common/wire/wire.h"
#include "gateway/bus/sp/inside.h"

#define MISSES_MAX 2

/* After so many misses, a replica is pinged in every fourth interval only. */
#define EAGER_MISSES 8

/* A replica that does not take calls yet is pinged early, so often. */
#define EARLY_MS 10
#define EARLY_MAX 50

/* A service answers a ping however late, so that a stopped replica comes back. */
#define PING_DEADLINE_MS 60000

static const struct op ping_op = {.name = MESSAGE_PING};

static const struct principal internal = {.via = VIA_OPERATOR};

/* Frames one ping. */
static void
ping(struct sp_replica *replica)
{
	struct sp_bus *bus = replica->bus;
	const struct call call = {.op = &ping_op,
		.arena = bus->arena,
		.principal = internal,
		.request_id = arena_text(bus->arena, MESSAGE_PING),
		.deadline_unix_ms = clock_unix_us() / 1000 + PING_DEADLINE_MS};
	struct buffer body = {.arena = bus->arena};

	message_encode_call(&body, &call, NULL, 0);
	replica->ping_id = BUS_PING_BIT | ((replica->ping_id + 1) & (BUS_PING_BIT - 1));
	replica->ping_nonces[replica->ping_id % BUS_PINGS_KEPT] =
		bus_frame_add(replica, replica->ping_id, body.data, body.size);
	arena_reset(bus->arena);
	bus_sp_wake(bus);
}

/* Counts a silent interval, or starts to count anew. */
static void
judge(struct sp_replica *replica)
{
	if (replica->heard) {
		replica->heard = false;
		replica->missed = 0;
		return;
	}
	replica->missed++;
	if (replica->missed >= MISSES_MAX && replica->alive) {
		replica->alive = false;
		replica->service->changed = true;
		bus_sp_wake(replica->bus);
	}
}

static void
interval_over(void *data)
{
	struct sp_replica *replica = data;
	bool eager;

	replica->timer = loop_after(replica->bus->loop, replica->bus->ping_interval_ms,
		interval_over, replica);
	judge(replica);
	eager = replica->missed < EAGER_MISSES || replica->missed % 4 == 0;
	/* Behind bytes that the kernel does not take, another ping would be useless. */
	if (eager && replica->out.start == replica->out.end)
		ping(replica);
}

static void
ping_early(struct sp_replica *replica)
{
	replica->early_left--;
	loop_cancel(replica->bus->loop, replica->timer);
	replica->timer = loop_after(replica->bus->loop, EARLY_MS, interval_over, replica);
}

void
bus_ping_begin(struct sp_replica *replica)
{
	replica->missed = 0;
	replica->early_left = EARLY_MAX;
	replica->heard = false;
	replica->timer = loop_after(replica->bus->loop, replica->bus->ping_interval_ms,
		interval_over, replica);
	ping(replica);
}

static bool
is_string(const struct wire_value *value, const char *text)
{
	return value->type == WIRE_STRING && value->size == strlen(text) &&
		memcmp(value->data, text, value->size) == 0;
}

/* Whether a ping's reply, {"status": ...}, says that the replica takes calls: "ok", and
 * not "draining", "starting" or a status of a later release. */
static bool
takes_calls(struct arena *arena, const uint8_t *body, size_t size)
{
	struct message_reply reply;
	struct wire_reader reader;
	struct wire_value status;

	if (!message_decode_reply(arena, body, size, &reply) || reply.output == NULL)
		return true;
	reader = wire_find(reply.output, reply.output_size, "status", strlen("status"));
	status = wire_next(&reader);
	return status.type != WIRE_STRING || is_string(&status, "ok");
}

bool
bus_ping_answered(
	struct sp_replica *replica, uint32_t id, const struct sp_wire_frame *frame)
{
	/* Late answers count, unless the nonces of their pings are forgotten. */
	const uint32_t age = replica->ping_id - id;
	size_t size = 0;
	const uint8_t *body;

	if (id > replica->ping_id || age >= BUS_PINGS_KEPT)
		return true;
	body = bus_reply_open(replica->service->name, &replica->service->key,
		replica->ping_nonces[id % BUS_PINGS_KEPT], frame->body, frame->body_size,
		&size);
	if (body == NULL)
		return false;
	replica->heard = true;
	replica->alive = true;
	replica->draining = !takes_calls(replica->bus->arena, body, size);
	arena_reset(replica->bus->arena);
	if (replica->draining && replica->early_left > 0)
		ping_early(replica);
	else
		replica->early_left = 0;
	replica->backoff_ms = 0;
	replica->service->changed = true;
	bus_sp_wake(replica->bus);
	return true;
}
