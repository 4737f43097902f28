/*
 * bus_gmac_test.c - which MAC a long call gets: that of a GMAC where the replica has said on this
 * connection that it reads it, and else the one that all read. The peer counts what it does not read.
 */
#include "tests/unit/gateway/bus/bus_scene.h"

/* Four parts of what is signed in a turn. */
#define LARGE_BYTES ((size_t)900 * 1024)

/* Whatever is needed beside the text of a call. */
#define AROUND_BYTES ((size_t)200)

static atomic_int connected; /* the peer's descriptor */

/* A script: answers each call. */
static void
answers(struct sp_peer *me, int fd)
{
	atomic_store(&connected, fd);
	sp_peer_answers(me, fd);
}

/* Ends the connection of the peer, who is another one from then on. */
static void
end_connection(bool reads_gmac)
{
	atomic_store(&peer->gmac, reads_gmac);
	shutdown(atomic_load(&connected), SHUT_RDWR);
}

/* A call of so many bytes or a few more, of which all but the beginning stays where it is. */
static void
begin_parts(size_t size, bool repeatable, struct bus_answer *answer)
{
	const struct buffer body = bus_client_body(client.arena, "read", "request", size);

	*answer = (struct bus_answer){.client = &client};
	bus_call_parts(client.bus, SERVICE_CONTENT, body.data, 100, body.data + 100,
		body.size - 100, clock_monotonic_ms() + 4000, repeatable, bus_client_done,
		answer);
}

/* The same call as one piece. */
static void
begin_whole(size_t size, struct bus_answer *answer)
{
	const struct buffer body = bus_client_body(client.arena, "read", "request", size);

	*answer = (struct bus_answer){.client = &client};
	bus_call(client.bus, SERVICE_CONTENT, body.data, body.size,
		clock_monotonic_ms() + 4000, false, bus_client_done, answer);
}

/* Calls of that size, in both ways of a caller, are answered; so many come by GMAC. */
static void
assert_calls(size_t size, int by_gmac)
{
	const int before = peer->by_gmac;
	struct bus_answer whole, parts;

	begin_whole(size, &whole);
	assert_int_equal(bus_client_wait(&client, &whole), BUS_ANSWERED);
	begin_parts(size, false, &parts);
	assert_int_equal(bus_client_wait(&client, &parts), BUS_ANSWERED);
	assert_int_equal(peer->by_gmac - before, by_gmac);
	assert_int_equal(peer->faults, 0);
}

static void
connect_to_peer(bool reads_gmac)
{
	sp_peer_reads_gmac = reads_gmac;
	connect_to(answers, (struct bus_options){.ping_interval_ms = 500});
}

TEST(signs_long_calls_by_gmac_for_who_says_that_it_reads_them)
{
	connect_to_peer(true);
	assert_calls(FRAME_LONG_BYTES_MIN, 2);
	assert_calls(LARGE_BYTES, 2);
}

TEST(signs_short_calls_as_all_read_them)
{
	connect_to_peer(true);
	assert_calls(100, 0);
	assert_calls(FRAME_LONG_BYTES_MIN - AROUND_BYTES, 0);
}

TEST(signs_long_calls_for_an_older_replica_as_it_reads_them)
{
	connect_to_peer(false);
	assert_calls(FRAME_LONG_BYTES_MIN, 0);
	assert_calls(LARGE_BYTES, 0);
}

/* A ping answers anew on each connection. */
TEST(learns_with_each_connection_what_is_read)
{
	bool reads_gmac = true;

	connect_to_peer(reads_gmac);
	for (int connection = 1; connection <= 4; connection++) {
		assert_true(bus_client_await_replicas(&client, 1));
		assert_calls(LARGE_BYTES, reads_gmac ? 2 : 0);
		assert_int_equal(peer->connections, connection);
		reads_gmac = !reads_gmac;
		end_connection(reads_gmac);
		assert_true(bus_client_await_replicas(&client, 0));
	}
}

/* Ends the loop after so many turns. */
static void
stop_after(void *data)
{
	int *turns = data;

	if (--*turns == 0)
		loop_stop(client.loop);
}

/* A replica goes while a call is signed for it, and one of the other kind comes back at its
 * address: that one gets the MAC that all read. */
static void
replace_within_a_call(bool reads_gmac, int turns)
{
	const int before = peer->by_gmac;
	struct bus_answer answer;

	loop_at_turn_end(client.loop, stop_after, &turns);
	begin_parts(LARGE_BYTES, false, &answer);
	loop_run(client.loop);
	loop_forget_turn_end(client.loop, stop_after, &turns);
	assert_int_equal(answer.count, 0);
	end_connection(reads_gmac);
	assert_int_equal(bus_client_wait(&client, &answer), BUS_ANSWERED);
	assert_int_equal(peer->by_gmac - before, 0);
}

TEST(signs_anew_for_an_older_replica_that_comes_back)
{
	connect_to_peer(true);
	for (int turns = 1; turns <= 3; turns++) {
		replace_within_a_call(false, turns);
		assert_int_equal(peer->faults, 0);
		end_connection(true);
		assert_true(bus_client_await_replicas(&client, 0));
		assert_true(bus_client_await_replicas(&client, 1));
	}
}

/* Its nonce has been overtaken by that of a ping meanwhile, which the peer counts as a fault. */
TEST(goes_on_signing_for_a_newer_replica_that_comes_back)
{
	connect_to_peer(false);
	for (int turns = 1; turns <= 3; turns++) {
		replace_within_a_call(true, turns);
		end_connection(false);
		assert_true(bus_client_await_replicas(&client, 0));
		assert_true(bus_client_await_replicas(&client, 1));
	}
}

/* A script: says that it reads GMAC, and is cut off from the first long call on the first connection
 * as by a replica that does not. */
static void
refuses_by_gmac(struct sp_peer *me, int fd)
{
	struct sp_peer_call call;

	if (me->connections > 1) {
		atomic_store(&me->gmac, false);
		sp_peer_answers(me, fd);
	} else if (sp_peer_next(me, fd, &call)) {
		free(call.frame);
	}
}

/* Whatever a replica says, a frame that it refuses costs the connection and no more. */
TEST(a_frame_that_is_refused_ends_the_connection_alone)
{
	struct bus_answer answer;

	sp_peer_reads_gmac = true;
	connect_to(refuses_by_gmac, (struct bus_options){.ping_interval_ms = 500});
	begin_parts(LARGE_BYTES, true, &answer);
	assert_int_equal(bus_client_wait(&client, &answer), BUS_ANSWERED);
	assert_int_equal(peer->connections, 2);
	assert_int_equal(peer->by_gmac, 1);
	assert_int_equal(peer->faults, 0);
}
