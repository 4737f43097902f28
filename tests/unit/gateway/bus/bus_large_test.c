/*
 * bus_large_test.c - calls in two parts arrive complete and in order, even when the
 * replica reads slowly. The peer counts forged frames.
 */
#include <sys/mman.h>

#include "tests/unit/gateway/bus/bus_scene.h"

/* More than a socket buffer holds. */
#define LARGE_BYTES ((size_t)900 * 1024)

static atomic_bool holds;

/* A script: answers each call, but reads nothing while `holds` is set. */
static void
answers_when_told(struct sp_peer *me, int fd)
{
	struct sp_peer_call call;

	while (sp_peer_next(me, fd, &call)) {
		free(call.frame);
		for (int left_ms = 3000; atomic_load(&holds) && left_ms > 0; left_ms--)
			usleep(1000);
		sp_peer_reply(fd, &call, "fine", 4);
	}
}

/* Begins a call whose larger part stays in the caller's memory. */
static uint64_t
begin_parts(const struct buffer *body, struct bus_answer *answer)
{
	*answer = (struct bus_answer){.client = &client};
	return bus_call_parts(client.bus, SERVICE_CONTENT, body->data, 100,
		body->data + 100, body->size - 100, clock_monotonic_ms() + 4000, false,
		bus_client_done, answer);
}

static uint64_t
begin_large(struct bus_answer *answer)
{
	const struct buffer body =
		bus_client_body(client.arena, "read", "large", LARGE_BYTES);

	return begin_parts(&body, answer);
}

/* Makes the peer stop reading while it receives a large call. */
static uint64_t
hold(int ping_ms, struct bus_answer *before, struct bus_answer *large)
{
	uint64_t id;

	atomic_store(&holds, true);
	connect_to(answers_when_told, (struct bus_options){.ping_interval_ms = ping_ms});
	bus_client_begin(&client, "read", 4000, false, before);
	for (int i = 0; i < 300 && peer->calls == 0; i++)
		bus_client_run(&client, 10);
	assert_int_equal(peer->calls, 1);
	id = begin_large(large);
	bus_client_run(&client, 10);
	return id;
}

/* Lets the peer go on, and expects the answers in order. */
static void
expect_order(const struct bus_answer *before, int calls)
{
	struct bus_answer after;

	atomic_store(&holds, false);
	assert_int_equal(bus_client_wait(&client, before), BUS_ANSWERED);
	assert_int_equal(
		bus_client_call(&client, "read", 4000, false, &after), BUS_ANSWERED);
	assert_int_equal(peer->calls, calls);
	assert_int_equal(peer->faults, 0);
	assert_int_equal(peer->connections, 1);
}

TEST(writes_large_and_small_calls_in_their_order)
{
	struct bus_answer answers[12];

	connect_to(sp_peer_answers, (struct bus_options){.ping_interval_ms = 500});
	for (size_t i = 0; i < COUNT_OF(answers); i++) {
		if (i % 3 == 1)
			bus_client_begin(&client, "read", 4000, false, &answers[i]);
		else
			begin_large(&answers[i]);
	}
	for (size_t i = 0; i < COUNT_OF(answers); i++)
		assert_int_equal(bus_client_wait(&client, &answers[i]), BUS_ANSWERED);
	assert_int_equal(peer->faults, 0);
}

/* Ends the loop after so many turns. */
static void
stop_after(void *data)
{
	int *turns = data;

	if (--*turns == 0)
		loop_stop(client.loop);
}

/* Cancels a large call after some turns and unmaps its memory. */
static void
forget_after(int turns)
{
	const struct buffer body =
		bus_client_body(client.arena, "read", "large", LARGE_BYTES);
	struct buffer own = body;
	struct bus_answer answer;
	uint64_t id;

	own.data = mmap(NULL, body.size, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert_ptr_not_equal(own.data, MAP_FAILED);
	memcpy(own.data, body.data, body.size);
	loop_at_turn_end(client.loop, stop_after, &turns);
	id = begin_parts(&own, &answer);
	loop_run(client.loop);
	loop_forget_turn_end(client.loop, stop_after, &turns);
	bus_cancel(client.bus, id);
	assert_int_equal(munmap(own.data, body.size), 0);
}

TEST(reads_no_more_of_a_large_call_once_it_is_forgotten)
{
	struct bus_answer after;

	connect_to(sp_peer_answers, (struct bus_options){.ping_interval_ms = 500});
	assert_true(bus_client_await_replicas(&client, 1));
	for (int turns = 1; turns <= 8; turns++)
		forget_after(turns);
	assert_int_equal(
		bus_client_call(&client, "read", 4000, false, &after), BUS_ANSWERED);
	assert_int_equal(peer->faults, 0);
	assert_int_equal(peer->connections, 1);
}

TEST(writes_the_rest_of_a_large_call_that_was_forgotten)
{
	struct bus_answer before, large;
	const uint64_t id = hold(2000, &before, &large);

	bus_cancel(client.bus, id);
	expect_order(&before, 3);
	assert_int_equal(large.count, 0);
}

TEST(writes_a_ping_behind_the_rest_of_a_large_call)
{
	struct bus_answer before, large;

	hold(300, &before, &large);
	bus_client_run(&client, 350);
	expect_order(&before, 3);
	assert_int_equal(bus_client_wait(&client, &large), BUS_ANSWERED);
}

TEST(leaves_nothing_of_a_large_call_whose_connection_ends)
{
	struct bus_answer before, large;
	const uint64_t id = hold(2000, &before, &large);

	bus_cancel(client.bus, id);
	/* The connection ends in the middle of a write. */
	bus_client_free(&client);
	atomic_store(&holds, false);
	client = bus_client_new(peer->url, (struct bus_options){0});
	assert_true(bus_client_await_replicas(&client, 1));
	begin_large(&large);
	assert_int_equal(bus_client_wait(&client, &large), BUS_ANSWERED);
}

/* A script: closes the connection at the first large call, as a service does after a
 * forged frame. */
static void
refuses_the_first(struct sp_peer *me, int fd)
{
	struct sp_peer_call call;

	if (me->connections > 1)
		sp_peer_answers(me, fd);
	else if (sp_peer_next(me, fd, &call))
		free(call.frame);
}

TEST(a_large_call_that_is_refused_costs_the_connection_alone)
{
	struct bus_answer answer;
	struct buffer body;

	connect_to(refuses_the_first, (struct bus_options){.ping_interval_ms = 500});
	body = bus_client_body(client.arena, "read", "large", LARGE_BYTES);
	answer = (struct bus_answer){.client = &client};
	bus_call_parts(client.bus, SERVICE_CONTENT, body.data, 100, body.data + 100,
		body.size - 100, clock_monotonic_ms() + 4000, true, bus_client_done,
		&answer);
	assert_int_equal(bus_client_wait(&client, &answer), BUS_ANSWERED);
	assert_int_equal(peer->connections, 2);
	assert_int_equal(peer->faults, 0);
}
