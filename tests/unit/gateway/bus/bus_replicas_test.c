/*
 * bus_replicas_test.c - the choice of a replica when some start, hang, drain, break or
 * are busy.
 */
#include "tests/support/test.h"
#include "tests/unit/gateway/bus/bus_scene.h"

TEST(gives_up_after_a_second_without_a_replica)
{
	struct bus_answer answer;
	int64_t before_ms;

	client = bus_client_new("ipc:///nowhere/at/all", (struct bus_options){0});
	assert_int_equal(bus_replicas(client.bus, SERVICE_CONTENT), 0);
	before_ms = clock_monotonic_ms();
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

TEST(waits_for_a_replica_that_starts)
{
	char url[128];
	struct bus_answer answer;

	snprintf(url, sizeof(url), "ipc://%s/peer", folder);
	client = bus_client_new(url, (struct bus_options){0});
	loop_after(client.loop, 250, start_peer, NULL);
	assert_int_equal(
		bus_client_call(&client, "write", 3000, false, &answer), BUS_ANSWERED);
}

static void
take_calls(void *data)
{
	(void)data;
	atomic_store(&peer->draining, false);
}

TEST(asks_one_that_takes_no_calls_yet_again_before_the_interval)
{
	char url[128];
	struct bus_answer answer;

	peer = sp_peer_new(folder, "peer", sp_peer_answers);
	atomic_store(&peer->draining, true);
	snprintf(url, sizeof(url), "ipc://%s/peer", folder);
	client = bus_client_new(url, (struct bus_options){.ping_interval_ms = 60000});
	loop_after(client.loop, 100, take_calls, NULL);
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

TEST(sends_a_repeatable_call_once_more_after_a_loss)
{
	struct bus_answer answer;

	connect_to(breaks_once, (struct bus_options){0});
	assert_int_equal(
		bus_client_call(&client, "read", 3000, true, &answer), BUS_ANSWERED);
	assert_int_equal(peer->calls, 2);
	assert_int_equal(peer->faults, 0);
}

TEST(never_repeats_another_call_after_a_loss)
{
	struct bus_answer answer;

	connect_to(breaks_once, (struct bus_options){0});
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

TEST(repeats_once_only)
{
	struct bus_answer answer;

	connect_to(breaks_always, (struct bus_options){0});
	assert_int_equal(bus_client_call(&client, "read", 3000, true, &answer), BUS_LOST);
	assert_int_equal(peer->calls, 2);
}

TEST(takes_a_silent_replica_out_until_it_answers_a_ping)
{
	struct bus_answer answer;

	connect_to(sp_peer_answers, (struct bus_options){0});
	atomic_store(&peer->mute, true);
	assert_true(bus_client_await_replicas(&client, 0));
	assert_int_equal(
		bus_client_call(&client, "read", 100, true, &answer), BUS_UNAVAILABLE);
	atomic_store(&peer->mute, false);
	assert_true(bus_client_await_replicas(&client, 1));
	assert_int_equal(peer->connections, 1);
	assert_int_equal(
		bus_client_call(&client, "read", 1000, true, &answer), BUS_ANSWERED);
}

/* A script: stops answering at the first call. */
static void
hangs_on_a_call(struct sp_peer *me, int fd)
{
	struct sp_peer_call call;

	while (sp_peer_next(me, fd, &call)) {
		free(call.frame);
		atomic_store(&me->mute, true);
	}
}

TEST(takes_repeatable_calls_away_from_a_replica_that_hangs)
{
	struct bus_answer reads[2];
	struct bus_answer writes[2];
	int expired = 0;

	connect_to_both(hangs_on_a_call, sp_peer_answers);
	for (size_t i = 0; i < 2; i++) {
		bus_client_begin(&client, "read", 1500, true, &reads[i]);
		bus_client_begin(&client, "write", 1500, false, &writes[i]);
	}
	for (size_t i = 0; i < 2; i++)
		assert_int_equal(bus_client_wait(&client, &reads[i]), BUS_ANSWERED);
	/* Each got two calls; a call that must not be repeated waits until its
	 * deadline. */
	for (size_t i = 0; i < 2; i++)
		expired += bus_client_wait(&client, &writes[i]) == BUS_EXPIRED;
	assert_int_equal(peer->calls, 2);
	assert_int_equal(other->calls + expired, 2 + 2);
}

TEST(gives_no_calls_to_a_replica_that_drains)
{
	struct bus_answer answer;

	connect_to_both(sp_peer_answers, sp_peer_answers);
	atomic_store(&peer->draining, true);
	assert_true(bus_client_await_replicas(&client, 1));
	for (int i = 0; i < 5; i++)
		assert_int_equal(bus_client_call(&client, "write", 1000, false, &answer),
			BUS_ANSWERED);
	assert_int_equal(peer->calls, 0);
	assert_int_equal(other->calls, 5);
}

TEST(gives_calls_to_the_replica_with_the_fewest)
{
	struct bus_answer held[2];
	struct bus_answer answer;

	connect_to_both(answers_nothing, sp_peer_answers);
	bus_client_begin(&client, "read", 2000, false, &held[0]);
	bus_client_begin(&client, "read", 2000, false, &held[1]);
	for (int i = 0; i < 200 && peer->calls + held[0].count + held[1].count < 2; i++)
		bus_client_run(&client, 10);
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
	return test_main();
}

/* A script: answers with another text. */
static void
answers_otherwise(struct sp_peer *me, int fd)
{
	struct sp_peer_call call;

	while (sp_peer_next(me, fd, &call)) {
		free(call.frame);
		sp_peer_reply(fd, &call, "other", 5);
	}
}

/* Calls the replica at an index; returns the id of the call. */
static uint64_t
call_replica(size_t index, struct bus_answer *answer, char name[BUS_REPLICA_NAME_MAX])
{
	const struct buffer body = bus_client_body(client.arena, "read", "request", 5);

	*answer = (struct bus_answer){.client = &client};
	return bus_call_replica(client.bus, SERVICE_CONTENT, index, body.data, body.size,
		clock_monotonic_ms() + 2000, bus_client_done, answer, name);
}

TEST(calls_each_replica_by_its_place)
{
	char names[3][BUS_REPLICA_NAME_MAX];
	struct bus_answer answers[3];

	connect_to_both(sp_peer_answers, answers_otherwise);
	for (size_t i = 0; i < 2; i++) {
		assert_int_not_equal(call_replica(i, &answers[i], names[i]), 0);
		assert_int_equal(bus_client_wait(&client, &answers[i]), BUS_ANSWERED);
		assert_string_equal(
			names[i], answers[i].size == 5 ? other->url : peer->url);
	}
	assert_string_not_equal(names[0], names[1]);
	assert_int_equal(call_replica(2, &answers[2], names[2]), 0);
	assert_int_equal(peer->calls + other->calls, 2);
}

TEST(gives_what_is_for_one_replica_to_no_other)
{
	char name[BUS_REPLICA_NAME_MAX];
	struct bus_answer answers[2];

	connect_to_both(breaks_always, breaks_always);
	for (size_t i = 0; i < 2; i++)
		assert_int_not_equal(call_replica(i, &answers[i], name), 0);
	for (size_t i = 0; i < 2; i++)
		assert_int_equal(bus_client_wait(&client, &answers[i]), BUS_LOST);
	assert_int_equal(peer->calls, 1);
	assert_int_equal(other->calls, 1);
}
