/*
 * ping.c - whether a replica works, and whether it means to go.
 *
 * A connection says little: a stopped process keeps its own. So each replica is pinged in
 * an interval, and while it answers anything it is alive; two intervals of silence with a
 * ping unanswered take it out until a ping is answered. The answer also says whether the
 * replica takes calls.
 */
#include <string.h>

#include "common/base/clock.h"
#include "common/bus/message.h"
#include "common/wire/wire.h"
#include "gateway/bus/sp.h"

#define MISSES_MAX 2

/* A replica that is out is pinged in each interval for a while, then in every fourth. */
#define EAGER_MISSES 8

/* One that has just been reached and takes no calls yet is asked again so soon, and so often before
 * the usual interval is good enough. */
#define SOON_MS 10
#define SOON_MAX 50

/* A service answers a ping however late, so that a replica that was stopped comes back. */
#define PING_DEADLINE_MS 60000

static const struct op ping_op = {.name = MESSAGE_PING};

static const struct principal internal = {.via = VIA_OPERATOR};

/* Frames one ping. */
static void
ping(struct bus_replica *replica)
{
	struct bus_sp *bus = replica->bus;
	const struct call call = {.op = &ping_op,
		.arena = bus->arena,
		.principal = internal,
		.request_id = arena_text(bus->arena, MESSAGE_PING),
		.deadline_unix_ms = clock_unix_us() / 1000 + PING_DEADLINE_MS};
	struct buffer body = {.arena = bus->arena};

	message_encode_call(&body, &call, NULL, 0);
	replica->ping_id = BUS_PING_BIT | ((replica->ping_id + 1) & (BUS_PING_BIT - 1));
	replica->ping_nonces[replica->ping_id % BUS_PINGS_KEPT] =
		bus_stream_frame(replica, replica->ping_id, body.data, body.size);
	arena_reset(bus->arena);
	bus_sp_wake(bus);
}

/* Notes an interval's silence or sound. */
static void
judge(struct bus_replica *replica)
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

/* The interval is over. */
static void
interval_over(void *data)
{
	struct bus_replica *replica = data;
	bool eager;

	replica->timer = loop_after(replica->bus->loop, replica->bus->ping_interval_ms,
		interval_over, replica);
	judge(replica);
	eager = replica->missed < EAGER_MISSES || replica->missed % 4 == 0;
	/* Behind bytes that the kernel does not take, another ping would be of no use. */
	if (eager && replica->out.start == replica->out.end)
		ping(replica);
}

/* Has the interval end soon. */
static void
end_soon(struct bus_replica *replica)
{
	replica->soon_left--;
	loop_cancel(replica->bus->loop, replica->timer);
	replica->timer = loop_after(replica->bus->loop, SOON_MS, interval_over, replica);
}

void
bus_ping_begin(struct bus_replica *replica)
{
	replica->missed = 0;
	replica->soon_left = SOON_MAX;
	replica->heard = false;
	replica->timer = loop_after(replica->bus->loop, replica->bus->ping_interval_ms,
		interval_over, replica);
	ping(replica);
}

/* Whether a value is this text. */
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
	struct wire_value map;

	if (!message_decode_reply(arena, body, size, &reply) || reply.output == NULL)
		return true;
	reader = wire_read(reply.output, reply.output_size);
	map = wire_next(&reader);
	for (uint32_t i = 0; map.type == WIRE_MAP && i < map.count; i++) {
		const struct wire_value key = wire_next(&reader);
		struct wire_reader peek = reader;
		const struct wire_value value = wire_next(&peek);
		size_t skipped = 0;

		if (is_string(&key, "status") && value.type == WIRE_STRING)
			return is_string(&value, "ok");
		if (wire_skip(&reader, &skipped) == NULL)
			break;
	}
	return true;
}

bool
bus_ping_answered(
	struct bus_replica *replica, uint32_t id, const struct sp_wire_frame *frame)
{
	/* Late answers count as well, unless they are so late that nothing is known of their
	 * pings any more. */
	const uint32_t age = replica->ping_id - id;
	size_t size;
	const uint8_t *body;

	if (id > replica->ping_id || age >= BUS_PINGS_KEPT)
		return true;
	size = 0;
	body = bus_stream_open(replica->service,
		replica->ping_nonces[id % BUS_PINGS_KEPT], frame, &size);
	if (body == NULL)
		return false;
	replica->heard = true;
	replica->draining = !takes_calls(replica->bus->arena, body, size);
	if (replica->draining && replica->soon_left > 0)
		end_soon(replica);
	else
		replica->soon_left = 0;
	arena_reset(replica->bus->arena);
	replica->alive = true;
	replica->backoff_ms = 0;
	replica->service->changed = true;
	bus_sp_wake(replica->bus);
	return true;
}
