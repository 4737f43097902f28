/*
 * bus_broken_test.c - replicas that send invalid SP harm only themselves.
 *
 * A sound replica stands beside each broken one. A repeatable call never fails, whatever
 * the broken replica does with it.
 */
#include "tests/support/test.h"
#include "tests/unit/gateway/bus/bus_client.h"
#include "tests/unit/gateway/bus/sp_peer.h"

#define ROUNDS 20

static char *folder;
static struct sp_peer *sound, *broken;
static struct bus_client client;

static void
set_up(void)
{
	folder = bus_client_folder();
}

static void
tear_down(void)
{
	bus_client_free(&client);
	sp_peer_free(sound);
	sp_peer_free(broken);
	rmdir(folder);
}

/* Sends bytes and ignores errors. */
static void
blurt(int fd, const void *data, size_t size)
{
	const ssize_t sent = send(fd, data, size, MSG_NOSIGNAL);

	(void)sent;
}

/* Waits for a call, sends these bytes, and keeps the connection until the bus closes
 * it. */
static void
blurt_on_a_call(struct sp_peer *peer, int fd, const void *data, size_t size)
{
	struct sp_peer_call call;

	if (!sp_peer_next(peer, fd, &call))
		return;
	free(call.frame);
	blurt(fd, data, size);
	while (sp_peer_next(peer, fd, &call))
		free(call.frame);
}

static void
oversize(struct sp_peer *peer, int fd)
{
	blurt_on_a_call(peer, fd, "\x01\0\0\0\0\x7f\xff\xff\xff\x80\0\0\x01", 13);
}

static void
longest_length(struct sp_peer *peer, int fd)
{
	blurt_on_a_call(peer, fd, "\x01\xff\xff\xff\xff\xff\xff\xff\xff\x80\0\0\x01", 13);
}

static void
too_short_for_an_id(struct sp_peer *peer, int fd)
{
	blurt_on_a_call(peer, fd, "\x01\0\0\0\0\0\0\0\x03zzz", 12);
}

static void
id_without_its_bit(struct sp_peer *peer, int fd)
{
	blurt_on_a_call(peer, fd, "\x01\0\0\0\0\0\0\0\x04\0\0\0\x01", 13);
}

static void
garbage(struct sp_peer *peer, int fd)
{
	blurt_on_a_call(peer, fd, "HTTP/1.1 400 Bad Request\r\n\r\n", 28);
}

/* Sends half a frame and closes. */
static void
truncated(struct sp_peer *peer, int fd)
{
	struct sp_peer_call call;

	if (!sp_peer_next(peer, fd, &call))
		return;
	free(call.frame);
	blurt(fd, "\x01\0\0\0\0\0\0\0\x40\x80\0\0\x01half", 17);
}

/* Sends replies to calls that were never made, among valid ones. */
static void
unknown_ids(struct sp_peer *peer, int fd)
{
	struct sp_peer_call call;

	while (sp_peer_next(peer, fd, &call)) {
		free(call.frame);
		sp_peer_send(fd, call.id ^ 0x00000100U, "false", 5);
		sp_peer_send(fd, call.id ^ 0x01000000U, "false", 5);
		sp_peer_send(fd, 0xffffffffU, "false", 5);
		sp_peer_reply(fd, &call, "fine", 4);
	}
}

/* Sends an invalid hello. */
static void
wrong_hello(struct sp_peer *peer, int fd)
{
	uint8_t hello[SP_WIRE_HELLO_SIZE];
	ssize_t got;

	(void)peer;
	sp_wire_hello(hello, SP_WIRE_REQ);
	blurt(fd, hello, sizeof(hello));
	got = recv(fd, hello, sizeof(hello), MSG_WAITALL);
	(void)got;
	(void)!recv(fd, hello, 1, 0);
}

/* Makes calls beside a replica with this script; returns how many replicas remain
 * connected. */
static void
stays_sound_beside(sp_peer_script *script, bool rude)
{
	char both[256];

	sound = sp_peer_new(folder, "sound", sp_peer_answers);
	broken = sp_peer_new(folder, "broken", script);
	broken->rude = rude;
	snprintf(both, sizeof(both), "%s,%s", broken->url, sound->url);
	client = bus_client_new(both, (struct bus_options){0});
	assert_true(bus_client_await_replicas(&client, rude ? 1 : 2));
	for (int i = 0; i < ROUNDS; i++) {
		struct bus_answer answers[4];

		for (size_t j = 0; j < 4; j++)
			bus_client_begin(&client, "read", 3000, true, &answers[j]);
		for (size_t j = 0; j < 4; j++) {
			assert_int_equal(
				bus_client_wait(&client, &answers[j]), BUS_ANSWERED);
			assert_int_equal(answers[j].size, 4);
			assert_memory_equal(answers[j].body, "fine", 4);
		}
		bus_client_run(&client, 10);
	}
	assert_int_equal(sound->connections, 1);
	assert_int_equal(sound->faults, 0);
	assert_true(rude || broken->calls > 0);
}

/* The same, and expects that the bus closes the broken connection and reconnects. */
static void
closes_only(sp_peer_script *script)
{
	stays_sound_beside(script, false);
	assert_true(broken->connections > 1);
}

TEST(an_oversize_frame_harms_its_own_connection_only)
{
	closes_only(oversize);
}

TEST(the_longest_length_harms_its_own_connection_only)
{
	closes_only(longest_length);
}

TEST(a_frame_without_room_for_an_id_harms_its_own_connection_only)
{
	closes_only(too_short_for_an_id);
}

TEST(an_id_without_its_bit_harms_its_own_connection_only)
{
	closes_only(id_without_its_bit);
}

TEST(garbage_harms_its_own_connection_only)
{
	closes_only(garbage);
}

TEST(a_truncated_frame_harms_its_own_connection_only)
{
	closes_only(truncated);
}

TEST(answers_to_unknown_calls_harm_nobody)
{
	stays_sound_beside(unknown_ids, false);
	assert_int_equal(broken->connections, 1);
}

TEST(a_peer_of_another_protocol_gets_no_calls)
{
	stays_sound_beside(wrong_hello, true);
	assert_int_equal(broken->calls, 0);
	assert_true(broken->connections > 1);
}

const struct test_scene test_scene = {.before = set_up, .after = tear_down};

int
main(int argc, char **argv)
{
	bus_replica_main(argc, argv);
	return test_main();
}
