/*
 * stream_scene.h - a service, an ordinary client that must not be disturbed, and the
 * expectations of peers that write raw bytes.
 */
#ifndef KITH_TESTS_UNIT_GATEWAY_BUS_STREAM_SCENE_H
#define KITH_TESTS_UNIT_GATEWAY_BUS_STREAM_SCENE_H

#include "common/base/clock.h"
#include "common/calls/calls.h"
#include "common/sp_server/sp_server.h"
#include "tests/unit/service/sp_client.h"

#include "tests/unit/service/service_scene.h"

/* Expects that the ordinary client is served at once. */
static inline void
assert_served(void)
{
	struct message_reply reply;
	int64_t begin_ms = clock_monotonic_ms();

	assert_true(service_client_call(client, MESSAGE_PING, "{}", &reply));
	assert_int_equal(reply.problem, PROBLEM_NONE);
	assert_true(clock_monotonic_ms() - begin_ms < 400);
}

/* Reads replies with the ids 1 to `count`, in any order and each once. */
static inline void
assert_replies(int fd, uint32_t count)
{
	bool *seen = arena_array(scratch_arena(), count + 1, sizeof(bool));
	struct message_reply reply;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t id = sp_client_reply(fd, &reply);

		assert_in_range(id, 1, count);
		assert_int_equal(reply.problem, PROBLEM_NONE);
		assert_false(seen[id]);
		seen[id] = true;
	}
}

/* Expects a graceful shutdown, which succeeds only when no call is left. */
static inline void
assert_ends_well(int64_t at_most_ms)
{
	int64_t begin_ms = clock_monotonic_ms();

	assert_int_equal(service_client_stop(service, SIGTERM), 0);
	service = -1;
	assert_true(clock_monotonic_ms() - begin_ms < at_most_ms);
}

#endif
