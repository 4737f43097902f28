/*
 * introduce.c - pings before a large call.
 *
 * A service reads more than MESSAGE_BYTES_MAX only from a connection that has brought an
 * authentic frame (docs/protocol.md). libnng does not choose the connection of a call,
 * but gives each idle one a message in turn, so as many pings as connections reach them
 * all.
 */
#include "gateway/bus/nng/introduce.h"

#include "common/base/arena.h"
#include "common/base/clock.h"
#include "common/bus/message.h"

#define PING_MS 5000

static const struct op ping_op = {.name = MESSAGE_PING};

void
bus_nng_introduce(struct bus *bus, enum service_name service)
{
	struct arena *arena = arena_new(1024);
	const struct call call = {.op = &ping_op,
		.arena = arena,
		.principal = {.via = VIA_OPERATOR},
		.request_id = arena_text(arena, MESSAGE_PING),
		.deadline_unix_ms = clock_unix_us() / 1000 + PING_MS};
	struct buffer body = {.arena = arena};
	const int connections = bus->transport->replicas(bus, service);

	message_encode_call(&body, &call, NULL, 0);
	for (int i = 0; i < connections || i == 0; i++) {
		bus->transport->call(bus,
			&(struct bus_request){.service = service,
				.body = body.data,
				.size = body.size,
				.deadline_ms = clock_monotonic_ms() + PING_MS});
	}
	arena_free(arena);
}
