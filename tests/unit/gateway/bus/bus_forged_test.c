/*
 * bus_forged_test.c - in both backends, a reply that the service did not sign, or not for
 * this call, counts as a lost connection.
 */
#include "tests/support/test.h"
#include "tests/unit/base/capture.h"
#include "tests/unit/gateway/bus/bus_client.h"
#include "tests/unit/gateway/bus/sp_peer.h"

static char *folder;
static struct sp_peer *peer;
static struct bus_client client;
static bool on_nng;

static void
set_up(void)
{
	folder = bus_client_folder();
	client = (struct bus_client){0};
	peer = NULL;
}

static void
tear_down(void)
{
	bus_client_free(&client);
	sp_peer_free(peer);
	rmdir(folder);
}

/* Answers correctly on every connection but the first; returns false there. */
static bool
is_sound(struct sp_peer *me, int fd)
{
	if (me->connections == 1)
		return false;
	sp_peer_answers(me, fd);
	return true;
}

/* Keeps the connection until the bus closes it. */
static void
stay(struct sp_peer *me, int fd)
{
	struct sp_peer_call call;

	while (sp_peer_next(me, fd, &call))
		free(call.frame);
}

/* Changes one bit in the last byte of a signed reply. */
static void
touches_its_reply(struct sp_peer *me, int fd)
{
	uint8_t frame[FRAME_REPLY_HEADER_SIZE + 4];
	struct sp_peer_call call;

	if (is_sound(me, fd) || !sp_peer_next(me, fd, &call))
		return;
	free(call.frame);
	frame_sign_reply(&bus_replica_key, call.nonce, "fine", 4, frame);
	memcpy(frame + FRAME_REPLY_HEADER_SIZE, "find", 4);
	sp_peer_send(fd, call.id, frame, sizeof(frame));
	stay(me, fd);
}

/* Sends a reply without a MAC, the former format. */
static void
signs_nothing(struct sp_peer *me, int fd)
{
	struct sp_peer_call call;

	if (is_sound(me, fd) || !sp_peer_next(me, fd, &call))
		return;
	free(call.frame);
	sp_peer_send(fd, call.id, "fine", 4);
	stay(me, fd);
}

/* Signs with the key of another service. */
static void
signs_with_another_key(struct sp_peer *me, int fd)
{
	static const struct key another = {.bytes = {0x42, 0x17, 0x98}};
	uint8_t frame[FRAME_REPLY_HEADER_SIZE + 4];
	struct sp_peer_call call;

	if (is_sound(me, fd) || !sp_peer_next(me, fd, &call))
		return;
	free(call.frame);
	frame_sign_reply(&another, call.nonce, "fine", 4, frame);
	memcpy(frame + FRAME_REPLY_HEADER_SIZE, "fine", 4);
	sp_peer_send(fd, call.id, frame, sizeof(frame));
	stay(me, fd);
}

/* Sends the call's own frame back. */
static void
echoes(struct sp_peer *me, int fd)
{
	struct sp_peer_call call;

	if (is_sound(me, fd) || !sp_peer_next(me, fd, &call))
		return;
	sp_peer_send(fd, call.id, call.frame, call.size);
	free(call.frame);
	stay(me, fd);
}

/* Answers the second call with the authentic reply to the first. */
static void
replays_a_reply(struct sp_peer *me, int fd)
{
	struct sp_peer_call first, second;

	if (is_sound(me, fd) || !sp_peer_next(me, fd, &first))
		return;
	free(first.frame);
	sp_peer_reply(fd, &first, "fine", 4);
	if (!sp_peer_next(me, fd, &second))
		return;
	free(second.frame);
	first.id = second.id;
	sp_peer_reply(fd, &first, "fine", 4);
	stay(me, fd);
}

/* Answers two calls with the reply to each other. */
static void
swaps_replies(struct sp_peer *me, int fd)
{
	struct sp_peer_call calls[2];
	uint32_t id;

	if (is_sound(me, fd) || !sp_peer_next(me, fd, &calls[0]))
		return;
	free(calls[0].frame);
	if (!sp_peer_next(me, fd, &calls[1]))
		return;
	free(calls[1].frame);
	id = calls[0].id;
	calls[0].id = calls[1].id;
	calls[1].id = id;
	sp_peer_reply(fd, &calls[0], "fine", 4);
	sp_peer_reply(fd, &calls[1], "fine", 4);
	stay(me, fd);
}

static void
connect_to(sp_peer_script *script)
{
	peer = sp_peer_new(folder, "peer", script);
	client = bus_client_new(peer->url, (struct bus_options){.nng = on_nng});
	assert_true(bus_client_await_replicas(&client, 1));
}

static int
occurrences(const char *text, const char *word)
{
	int count = 0;

	while ((text = strstr(text, word)) != NULL) {
		count++;
		text++;
	}
	return count;
}

/* Expects that a bad reply loses a write and is logged once, and that the next write
 * succeeds on another connection. `good` calls before it are answered. */
static void
assert_loses_a_write(sp_peer_script *script, int good)
{
	struct bus_answer answer;
	struct capture capture;
	char *said;

	connect_to(script);
	for (int i = 0; i < good; i++)
		assert_int_equal(bus_client_call(&client, "write", 3000, false, &answer),
			BUS_ANSWERED);
	capture = capture_begin();
	bus_client_call(&client, "write", 3000, false, &answer);
	said = capture_end(&capture);
	assert_int_equal(answer.outcome, BUS_LOST);
	assert_int_equal(answer.count, 1);
	assert_int_equal(occurrences(said, "\"forged_reply\""), 1);
	assert_non_null(strstr(said, "\"content\""));
	free(said);
	assert_int_equal(
		bus_client_call(&client, "write", 3000, false, &answer), BUS_ANSWERED);
	assert_int_equal(answer.size, 4);
	assert_memory_equal(answer.body, "fine", 4);
	assert_int_equal(peer->connections, 2);
	assert_int_equal(peer->faults, 0);
}

TEST(a_reply_that_was_touched_loses_the_call)
{
	assert_loses_a_write(touches_its_reply, 0);
}

TEST(a_reply_without_a_mac_loses_the_call)
{
	assert_loses_a_write(signs_nothing, 0);
}

TEST(a_reply_under_the_key_of_another_service_loses_the_call)
{
	assert_loses_a_write(signs_with_another_key, 0);
}

TEST(a_call_that_comes_back_is_no_reply)
{
	assert_loses_a_write(echoes, 0);
}

TEST(a_reply_that_was_used_before_loses_the_call)
{
	assert_loses_a_write(replays_a_reply, 1);
}

TEST(replies_that_were_swapped_lose_both_calls)
{
	struct bus_answer first, second;

	connect_to(swaps_replies);
	bus_client_begin(&client, "write", 3000, false, &first);
	bus_client_begin(&client, "write", 3000, false, &second);
	assert_int_equal(bus_client_wait(&client, &first), BUS_LOST);
	assert_int_equal(bus_client_wait(&client, &second), BUS_LOST);
}

TEST(a_read_is_sent_once_more)
{
	struct bus_answer answer;

	connect_to(touches_its_reply);
	assert_int_equal(
		bus_client_call(&client, "read", 3000, true, &answer), BUS_ANSWERED);
	assert_int_equal(answer.size, 4);
	assert_memory_equal(answer.body, "fine", 4);
	assert_int_equal(peer->calls, 2);
}

/* Answers each ping as a peer without the key would. */
static void
forges_pings(struct sp_peer *me, int fd)
{
	struct sp_peer_call call = {0};

	(void)me;
	while (sp_peer_read_frame(fd, &call)) {
		sp_peer_send(fd, call.id, call.frame, call.size);
		free(call.frame);
	}
}

static const struct test_scene of_pings = {.before = set_up, .after = tear_down};

TEST_IN(of_pings, who_cannot_answer_a_ping_gets_no_calls)
{
	struct bus_answer answer;

	peer = sp_peer_new(folder, "peer", forges_pings);
	client = bus_client_new(peer->url, (struct bus_options){0});
	assert_int_equal(
		bus_client_call(&client, "read", 500, true, &answer), BUS_UNAVAILABLE);
	assert_int_equal(bus_replicas(client.bus, SERVICE_CONTENT), 0);
	assert_true(peer->connections > 1);
}

const struct test_scene test_scene = {.before = set_up, .after = tear_down};

int
main(int argc, char **argv)
{
	int failed;

	bus_replica_main(argc, argv);
	failed = test_run("forged replies, our own", &test_scene);
	failed += test_run("forged pings", &of_pings);
	on_nng = true;
	return failed + test_run("forged replies, libnng", &test_scene);
}
