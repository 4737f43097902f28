/*
 * bus_test.c - the bus against replicas that behave as a test says.
 */
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <errno.h>

#include "tests/unit/bus_client.h"
#include "tests/unit/sp_peer.h"

static char *folder;
static struct sp_peer *peer, *other;
static struct bus_client client;

static int
set_up(void **state)
{
	(void)state;
	folder = bus_client_folder();
	client = (struct bus_client){0};
	peer = NULL;
	other = NULL;
	return 0;
}

static int
tear_down(void **state)
{
	(void)state;
	bus_client_free(&client);
	sp_peer_free(peer);
	sp_peer_free(other);
	rmdir(folder);
	return 0;
}

/* A peer with this script and a client that is connected to it. */
static void
connect_to(sp_peer_script *script, struct bus_options options)
{
	peer = sp_peer_new(folder, "peer", script);
	client = bus_client_new(peer->url, options);
	assert_true(bus_client_await_replicas(&client, 1));
}

/* A client of two peers with these scripts. */
static void
connect_to_both(sp_peer_script *script, sp_peer_script *other_script)
{
	char both[256];
	peer = sp_peer_new(folder, "peer", script);
	other = sp_peer_new(folder, "other", other_script);
	snprintf(both, sizeof(both), "%s, %s", peer->url, other->url);
	client = bus_client_new(both, (struct bus_options){0});
	assert_true(bus_client_await_replicas(&client, 2));
}

static void
gives_the_answer_to_its_call(void **state)
{
	(void)state;
	connect_to(sp_peer_answers, (struct bus_options){0});
	struct bus_answer answer;
	assert_int_equal(
		bus_client_call(&client, "read", 1000, true, &answer), BUS_ANSWERED);
	assert_int_equal(answer.size, 4);
	assert_memory_equal(answer.body, "fine", 4);
	assert_int_equal(answer.count, 1);
}

static void
never_calls_back_inside_the_call(void **state)
{
	(void)state;
	client = bus_client_new(NULL, (struct bus_options){0});
	assert_int_equal(bus_replicas(client.bus, SERVICE_CONTENT), -1);
	struct bus_answer answer;
	assert_true(bus_client_begin(&client, "read", 1000, true, &answer) != 0);
	assert_int_equal(answer.count, 0);
	assert_int_equal(bus_client_wait(&client, &answer), BUS_UNAVAILABLE);
}

static void
refuses_addresses_that_it_cannot_read(void **state)
{
	(void)state;
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

static void
refuses_a_body_that_would_break_the_connection_of_others(void **state)
{
	(void)state;
	connect_to(sp_peer_answers, (struct bus_options){0});
	uint8_t *body = arena_alloc(client.arena, MESSAGE_BYTES_MAX + 1);
	struct bus_answer answer = {.client = &client};
	bus_call(client.bus, SERVICE_CONTENT, body, MESSAGE_BYTES_MAX + 1,
		clock_monotonic_ms() + 1000, true, bus_client_done, &answer);
	assert_int_equal(bus_client_wait(&client, &answer), BUS_UNAVAILABLE);
	assert_int_equal(peer->calls, 0);
}

/* A script: takes calls and never answers one. */
static void
answers_nothing(struct sp_peer *me, int fd)
{
	struct sp_peer_call call;
	while (sp_peer_next(me, fd, &call))
		free(call.frame);
}

static void
is_overloaded_above_the_cap_of_its_replica(void **state)
{
	(void)state;
	connect_to(answers_nothing, (struct bus_options){.in_flight_max = 2});
	struct bus_answer first;
	struct bus_answer second;
	struct bus_answer third;
	bus_client_begin(&client, "read", 400, true, &first);
	bus_client_begin(&client, "read", 400, true, &second);
	assert_int_equal(
		bus_client_call(&client, "read", 400, true, &third), BUS_OVERLOADED);
	assert_int_equal(first.count + second.count, 0);
	assert_int_equal(bus_client_wait(&client, &first), BUS_EXPIRED);
	assert_int_equal(bus_client_wait(&client, &second), BUS_EXPIRED);
}

static void
expires_at_the_deadline(void **state)
{
	(void)state;
	connect_to(answers_nothing, (struct bus_options){0});
	struct bus_answer answer;
	const int64_t before_ms = clock_monotonic_ms();
	assert_int_equal(
		bus_client_call(&client, "write", 100, false, &answer), BUS_EXPIRED);
	const int64_t took_ms = clock_monotonic_ms() - before_ms;
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

static void
drops_an_answer_that_comes_too_late(void **state)
{
	(void)state;
	connect_to(answers_late, (struct bus_options){0});
	struct bus_answer first;
	struct bus_answer second;
	assert_int_equal(
		bus_client_call(&client, "read", 50, false, &first), BUS_EXPIRED);
	assert_int_equal(
		bus_client_call(&client, "read", 1000, false, &second), BUS_ANSWERED);
	assert_memory_equal(second.body, "fine", 4);
	assert_int_equal(first.count, 1);
}

static void
does_not_call_back_after_a_cancel(void **state)
{
	(void)state;
	connect_to(sp_peer_answers, (struct bus_options){0});
	struct bus_answer queued;
	struct bus_answer sent;
	const uint64_t first = bus_client_begin(&client, "read", 1000, true, &queued);
	bus_cancel(client.bus, first);
	const uint64_t second = bus_client_begin(&client, "slow", 1000, true, &sent);
	assert_true(second != first);
	bus_client_run(&client, 0);
	bus_cancel(client.bus, second);
	bus_cancel(client.bus, second);
	bus_cancel(client.bus, 0);
	bus_client_run(&client, 100);
	assert_int_equal(queued.count + sent.count, 0);
	struct bus_answer answer;
	assert_int_equal(
		bus_client_call(&client, "read", 1000, true, &answer), BUS_ANSWERED);
}

static void
gives_up_after_a_second_without_a_replica(void **state)
{
	(void)state;
	client = bus_client_new("ipc:///nowhere/at/all", (struct bus_options){0});
	assert_int_equal(bus_replicas(client.bus, SERVICE_CONTENT), 0);
	struct bus_answer answer;
	const int64_t before_ms = clock_monotonic_ms();
	assert_int_equal(
		bus_client_call(&client, "write", 9000, false, &answer), BUS_UNAVAILABLE);
	assert_in_range(clock_monotonic_ms() - before_ms, 990, 1800);
}

/* Starts the peer that a call waits for. */
static void
start_peer(void *data)
{
	(void)data;
	peer = sp_peer_new(folder, "peer", sp_peer_answers);
}

static void
waits_for_a_replica_that_starts(void **state)
{
	(void)state;
	char url[128];
	snprintf(url, sizeof(url), "ipc://%s/peer", folder);
	client = bus_client_new(url, (struct bus_options){0});
	loop_after(client.loop, 250, start_peer, NULL);
	struct bus_answer answer;
	assert_int_equal(
		bus_client_call(&client, "write", 3000, false, &answer), BUS_ANSWERED);
}

/* A script: the first connection breaks on a call, later ones answer. */
static void
breaks_once(struct sp_peer *me, int fd)
{
	struct sp_peer_call call;
	while (sp_peer_next(me, fd, &call)) {
		free(call.frame);
		if (me->connections == 1)
			return;
		sp_peer_reply(fd, &call, "fine", 4);
	}
}

static void
sends_a_repeatable_call_once_more_after_a_loss(void **state)
{
	(void)state;
	connect_to(breaks_once, (struct bus_options){0});
	struct bus_answer answer;
	assert_int_equal(
		bus_client_call(&client, "read", 3000, true, &answer), BUS_ANSWERED);
	assert_int_equal(peer->calls, 2);
	assert_int_equal(peer->faults, 0);
}

static void
never_repeats_another_call_after_a_loss(void **state)
{
	(void)state;
	connect_to(breaks_once, (struct bus_options){0});
	struct bus_answer answer;
	assert_int_equal(
		bus_client_call(&client, "write", 3000, false, &answer), BUS_LOST);
	assert_int_equal(peer->calls, 1);
	assert_int_equal(
		bus_client_call(&client, "write", 3000, false, &answer), BUS_ANSWERED);
	assert_int_equal(peer->calls, 2);
}

/* A script: every connection breaks on its first call. */
static void
breaks_always(struct sp_peer *me, int fd)
{
	struct sp_peer_call call;
	if (sp_peer_next(me, fd, &call))
		free(call.frame);
}

static void
repeats_once_only(void **state)
{
	(void)state;
	connect_to(breaks_always, (struct bus_options){0});
	struct bus_answer answer;
	assert_int_equal(bus_client_call(&client, "read", 3000, true, &answer), BUS_LOST);
	assert_int_equal(peer->calls, 2);
}

static void
signs_every_frame_with_a_nonce_of_its_own(void **state)
{
	(void)state;
	connect_to(sp_peer_answers, (struct bus_options){0});
	struct bus_answer answers[50];
	for (size_t i = 0; i < 50; i++)
		bus_client_begin(&client, "read", 2000, true, &answers[i]);
	for (size_t i = 0; i < 50; i++)
		assert_int_equal(bus_client_wait(&client, &answers[i]), BUS_ANSWERED);
	bus_client_run(&client, BUS_TEST_PING_MS * 3);
	assert_int_equal(peer->calls, 50);
	assert_int_equal(peer->faults, 0);
}

static void
takes_a_silent_replica_out_until_it_answers_a_ping(void **state)
{
	(void)state;
	connect_to(sp_peer_answers, (struct bus_options){0});
	atomic_store(&peer->mute, true);
	assert_true(bus_client_await_replicas(&client, 0));
	struct bus_answer answer;
	assert_int_equal(
		bus_client_call(&client, "read", 100, true, &answer), BUS_UNAVAILABLE);
	atomic_store(&peer->mute, false);
	assert_true(bus_client_await_replicas(&client, 1));
	assert_int_equal(peer->connections, 1);
	assert_int_equal(
		bus_client_call(&client, "read", 1000, true, &answer), BUS_ANSWERED);
}

/* A script: falls silent on the first call. */
static void
hangs_on_a_call(struct sp_peer *me, int fd)
{
	struct sp_peer_call call;
	while (sp_peer_next(me, fd, &call)) {
		free(call.frame);
		atomic_store(&me->mute, true);
	}
}

static void
takes_repeatable_calls_away_from_a_replica_that_hangs(void **state)
{
	(void)state;
	connect_to_both(hangs_on_a_call, sp_peer_answers);
	struct bus_answer reads[2];
	struct bus_answer writes[2];
	for (size_t i = 0; i < 2; i++) {
		bus_client_begin(&client, "read", 1500, true, &reads[i]);
		bus_client_begin(&client, "write", 1500, false, &writes[i]);
	}
	for (size_t i = 0; i < 2; i++)
		assert_int_equal(bus_client_wait(&client, &reads[i]), BUS_ANSWERED);
	/* Each got two calls; what hangs and may not be repeated waits to its deadline. */
	int expired = 0;
	for (size_t i = 0; i < 2; i++)
		expired += bus_client_wait(&client, &writes[i]) == BUS_EXPIRED;
	assert_int_equal(peer->calls, 2);
	assert_int_equal(other->calls + expired, 2 + 2);
}

static void
gives_no_calls_to_a_replica_that_drains(void **state)
{
	(void)state;
	connect_to_both(sp_peer_answers, sp_peer_answers);
	atomic_store(&peer->draining, true);
	assert_true(bus_client_await_replicas(&client, 1));
	struct bus_answer answer;
	for (int i = 0; i < 5; i++)
		assert_int_equal(bus_client_call(&client, "write", 1000, false, &answer),
			BUS_ANSWERED);
	assert_int_equal(peer->calls, 0);
	assert_int_equal(other->calls, 5);
}

static void
gives_calls_to_the_replica_with_the_fewest(void **state)
{
	(void)state;
	connect_to_both(answers_nothing, sp_peer_answers);
	struct bus_answer held[2];
	bus_client_begin(&client, "read", 2000, false, &held[0]);
	bus_client_begin(&client, "read", 2000, false, &held[1]);
	for (int i = 0; i < 200 && peer->calls + held[0].count + held[1].count < 2; i++)
		bus_client_run(&client, 10);
	struct bus_answer answer;
	for (int i = 0; i < 10; i++)
		assert_int_equal(bus_client_call(&client, "read", 1000, false, &answer),
			BUS_ANSWERED);
	assert_int_equal(peer->calls, 1);
	assert_int_equal(other->calls, 11);
}

int
main(int argc, char **argv)
{
	bus_replica_main(argc, argv);
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(gives_the_answer_to_its_call),
		TEST(never_calls_back_inside_the_call),
		TEST(refuses_addresses_that_it_cannot_read),
		TEST(refuses_a_body_that_would_break_the_connection_of_others),
		TEST(is_overloaded_above_the_cap_of_its_replica),
		TEST(expires_at_the_deadline),
		TEST(drops_an_answer_that_comes_too_late),
		TEST(does_not_call_back_after_a_cancel),
		TEST(gives_up_after_a_second_without_a_replica),
		TEST(waits_for_a_replica_that_starts),
		TEST(sends_a_repeatable_call_once_more_after_a_loss),
		TEST(never_repeats_another_call_after_a_loss),
		TEST(repeats_once_only),
		TEST(signs_every_frame_with_a_nonce_of_its_own),
		TEST(takes_a_silent_replica_out_until_it_answers_a_ping),
		TEST(takes_repeatable_calls_away_from_a_replica_that_hangs),
		TEST(gives_no_calls_to_a_replica_that_drains),
		TEST(gives_calls_to_the_replica_with_the_fewest),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
