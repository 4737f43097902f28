/*
 * bus_test.c - calls over the bus, each of which ends exactly once.
 */
#include <errno.h>

#include "tests/support/test.h"
#include "tests/unit/gateway/bus/bus_scene.h"

/* Replies that together exceed the buffer of a connection. */
#define REPLIES 8
#define REPLY_BYTES ((size_t)16 * 1024)

static atomic_bool may_reply, has_replied;

/* A script: sends all answers at once, when the test says so. */
static void
answers_together(struct sp_peer *me, int fd)
{
	struct sp_peer_call calls[REPLIES];
	uint8_t *body = calloc(1, REPLY_BYTES);
	int count = 0;

	while (count < REPLIES && sp_peer_next(me, fd, &calls[count]))
		count++;
	for (int left_ms = 3000; !atomic_load(&may_reply) && left_ms > 0; left_ms--)
		usleep(1000);
	for (int i = 0; i < count; i++) {
		sp_peer_reply(fd, &calls[i], body, REPLY_BYTES);
		free(calls[i].frame);
	}
	free(body);
	atomic_store(&has_replied, true);
	answers_nothing(me, fd);
}

/* A throttled loop has few turns, and no reply may wait for the next one. */
TEST(takes_all_replies_that_have_come_in_one_turn)
{
	struct bus_answer answers[REPLIES];
	int answered = 0;

	atomic_store(&may_reply, false);
	atomic_store(&has_replied, false);
	connect_to(answers_together, (struct bus_options){.ping_interval_ms = 3000});
	for (int i = 0; i < REPLIES; i++)
		bus_client_begin(&client, "read", 4000, false, &answers[i]);
	bus_client_run(&client, 50);
	atomic_store(&may_reply, true);
	for (int left_ms = 3000; !atomic_load(&has_replied) && left_ms > 0; left_ms--)
		usleep(1000);
	loop_run(client.loop); /* until the end of the turn in which one was answered */
	for (int i = 0; i < REPLIES; i++)
		answered += answers[i].count;
	assert_int_equal(answered, REPLIES);
}

TEST(gives_the_answer_to_its_call)
{
	struct bus_answer answer;

	connect_to(sp_peer_answers, (struct bus_options){0});
	assert_int_equal(
		bus_client_call(&client, "read", 1000, true, &answer), BUS_ANSWERED);
	assert_int_equal(answer.size, 4);
	assert_memory_equal(answer.body, "fine", 4);
	assert_int_equal(answer.count, 1);
}

TEST(never_calls_back_inside_the_call)
{
	struct bus_answer answer;

	client = bus_client_new(NULL, (struct bus_options){0});
	assert_int_equal(bus_replicas(client.bus, SERVICE_CONTENT), -1);
	assert_true(bus_client_begin(&client, "read", 1000, true, &answer) != 0);
	assert_int_equal(answer.count, 0);
	assert_int_equal(bus_client_wait(&client, &answer), BUS_UNAVAILABLE);
}

TEST(refuses_addresses_that_it_cannot_read)
{
	static const char *const wrong[] = {"", "ipc://", "ipc://relative", "tcp://host",
		"tcp://host:0", "tcp://host:70000", "tcp://:80", "tcp://::1:80",
		"tcp://[::1]", "tcp://[]:80", "http://host:80", "ipc:///a,",
		"tcp://a:1,,tcp://b:1"};
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		client = bus_client_new(wrong[i], (struct bus_options){0});
		assert_null(client.bus);
		assert_int_equal(errno, EINVAL);
		bus_client_free(&client);
	}
	client = bus_client_new("tcp://[::1]:9 , ipc:///nowhere/at/all,tcp://127.0.0.1:9",
		(struct bus_options){0});
	assert_non_null(client.bus);
}

TEST(refuses_a_body_that_would_break_the_connection_of_others)
{
	uint8_t *body;
	struct bus_answer answer = {.client = &client};

	connect_to(sp_peer_answers, (struct bus_options){0});
	body = arena_alloc(client.arena, MESSAGE_BYTES_MAX + 1);
	bus_call(client.bus, SERVICE_CONTENT, body, MESSAGE_BYTES_MAX + 1,
		clock_monotonic_ms() + 1000, true, bus_client_done, &answer);
	assert_int_equal(bus_client_wait(&client, &answer), BUS_UNAVAILABLE);
	assert_int_equal(peer->calls, 0);
}

TEST(is_overloaded_above_the_cap_of_its_replica)
{
	struct bus_answer first;
	struct bus_answer second;
	struct bus_answer third;

	connect_to(answers_nothing, (struct bus_options){.in_flight_max = 2});
	bus_client_begin(&client, "read", 400, true, &first);
	bus_client_begin(&client, "read", 400, true, &second);
	assert_int_equal(
		bus_client_call(&client, "read", 400, true, &third), BUS_OVERLOADED);
	assert_int_equal(first.count + second.count, 0);
	assert_int_equal(bus_client_wait(&client, &first), BUS_EXPIRED);
	assert_int_equal(bus_client_wait(&client, &second), BUS_EXPIRED);
}

TEST(expires_at_the_deadline)
{
	struct bus_answer answer;
	int64_t before_ms;
	int64_t took_ms;

	connect_to(answers_nothing, (struct bus_options){0});
	before_ms = clock_monotonic_ms();
	assert_int_equal(
		bus_client_call(&client, "write", 100, false, &answer), BUS_EXPIRED);
	took_ms = clock_monotonic_ms() - before_ms;
	assert_in_range(took_ms, 99, 600);
}

/* A script: answers each call only when the next has come. */
static void
answers_late(struct sp_peer *me, int fd)
{
	struct sp_peer_call call;
	struct sp_peer_call before = {0};

	while (sp_peer_next(me, fd, &call)) {
		free(call.frame);
		if (before.id != 0) {
			sp_peer_reply(fd, &before, "late", 4);
			sp_peer_reply(fd, &call, "fine", 4);
		}
		before = call;
	}
}

TEST(drops_an_answer_that_comes_too_late)
{
	struct bus_answer first;
	struct bus_answer second;

	connect_to(answers_late, (struct bus_options){0});
	assert_int_equal(
		bus_client_call(&client, "read", 50, false, &first), BUS_EXPIRED);
	assert_int_equal(
		bus_client_call(&client, "read", 1000, false, &second), BUS_ANSWERED);
	assert_memory_equal(second.body, "fine", 4);
	assert_int_equal(first.count, 1);
}

TEST(does_not_call_back_after_a_cancel)
{
	struct bus_answer queued;
	struct bus_answer sent;
	uint64_t first;
	uint64_t second;
	struct bus_answer answer;

	connect_to(sp_peer_answers, (struct bus_options){0});
	first = bus_client_begin(&client, "read", 1000, true, &queued);
	bus_cancel(client.bus, first);
	second = bus_client_begin(&client, "slow", 1000, true, &sent);
	assert_true(second != first);
	bus_client_run(&client, 0);
	bus_cancel(client.bus, second);
	bus_cancel(client.bus, second);
	bus_cancel(client.bus, 0);
	bus_client_run(&client, 100);
	assert_int_equal(queued.count + sent.count, 0);
	assert_int_equal(
		bus_client_call(&client, "read", 1000, true, &answer), BUS_ANSWERED);
}

TEST(signs_every_frame_with_a_nonce_of_its_own)
{
	struct bus_answer answers[50];

	connect_to(sp_peer_answers, (struct bus_options){0});
	for (size_t i = 0; i < 50; i++)
		bus_client_begin(&client, "read", 2000, true, &answers[i]);
	for (size_t i = 0; i < 50; i++)
		assert_int_equal(bus_client_wait(&client, &answers[i]), BUS_ANSWERED);
	bus_client_run(&client, BUS_TEST_PING_MS * 3);
	assert_int_equal(peer->calls, 50);
	assert_int_equal(peer->faults, 0);
}

int
main(int argc, char **argv)
{
	bus_replica_main(argc, argv);
	return test_main();
}
