/*
 * service_stream_test.c - a service and peers that write their bytes themselves: in pieces,
 * in heaps, wrongly, or without ever reading.
 */
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <errno.h>
#include <signal.h>
#include <sys/stat.h>

#include "common/clock.h"
#include "common/service.h"
#include "common/service_sp.h"
#include "common/wire.h"
#include "tests/support/things.h"
#include "tests/unit/sp_client.h"

static char folder[40], directory[64];
static pid_t service;
static nng_socket client; /* an ordinary one, which must never notice anything */

static int
serve(void)
{
	const struct service content = {
		.name = SERVICE_CONTENT, .entries = things, .entry_count = THING_COUNT};
	char *arguments[] = {(char[]){"kith-content"}, NULL};

	alarm(120); /* should the test die, this does not stay behind */
	return service_main(1, arguments, &content);
}

static int
start(void **state)
{
	(void)state;
	scratch_open(NULL);
	scratch_sql("DROP TABLE IF EXISTS things");
	things_create_table();
	snprintf(folder, sizeof(folder), "/tmp/kith-stream-%d", (int)getpid());
	snprintf(directory, sizeof(directory), "%s/bus", folder);
	mkdir(folder, 0700);
	setenv("KITH_WORKERS", "2", 1);
	service = service_client_start(directory);
	client = service_client_dial(directory);
	return 0;
}

static int
stop(void **state)
{
	char path[96];

	(void)state;
	nng_close(client);
	if (service > 0)
		service_client_stop(service, SIGKILL);
	unsetenv("KITH_WORKERS");
	snprintf(path, sizeof(path), "%s/content.ipc", directory);
	unlink(path);
	rmdir(directory);
	rmdir(folder);
	return 0;
}

/* The ordinary client is served at once. */
static void
assert_served(void)
{
	struct message_reply reply;
	int64_t begin_ms = clock_monotonic_ms();

	assert_true(service_client_call(client, MESSAGE_PING, "{}", &reply));
	assert_int_equal(reply.problem, PROBLEM_NONE);
	assert_true(clock_monotonic_ms() - begin_ms < 400);
}

/* Reads replies with the ids 1 to `count`, in any order and each once. */
static void
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

/* Ends the service in good order, which it only does when nothing is left over. */
static void
assert_ends_well(int64_t at_most_ms)
{
	int64_t begin_ms = clock_monotonic_ms();

	assert_int_equal(service_client_stop(service, SIGTERM), 0);
	service = -1;
	assert_true(clock_monotonic_ms() - begin_ms < at_most_ms);
}

static void
answers_many_frames_of_one_write(void **state)
{
	struct buffer bytes = {.arena = scratch_arena()};
	int fd = sp_client_open(directory);

	(void)state;
	for (uint32_t id = 1; id <= 300; id++)
		sp_client_frame(
			&bytes, id, id % 7 == 0 ? MESSAGE_PING : "thing_list", 5000);
	assert_true(sp_client_send(fd, bytes.data, bytes.size));
	assert_replies(fd, 300);
	close(fd);
	assert_ends_well(3000);
}

static void
puts_together_what_comes_byte_by_byte(void **state)
{
	struct buffer bytes = {.arena = scratch_arena()};
	uint8_t hello[SP_WIRE_HELLO_SIZE];
	int fd = sp_client_connect(directory);

	(void)state;
	sp_wire_hello(hello, SP_WIRE_REQ);
	buffer_append(&bytes, hello, sizeof(hello));
	sp_client_frame(&bytes, 1, "thing_list", 5000);
	sp_client_frame(&bytes, 2, MESSAGE_PING, 5000);
	for (size_t i = 0; i < bytes.size; i++) {
		assert_true(sp_client_send(fd, bytes.data + i, 1));
		if (i % 16 == 0)
			usleep(500);
	}
	assert_true(sp_client_read(fd, hello, sizeof(hello)));
	assert_replies(fd, 2);
	close(fd);
}

static void
takes_large_frames_among_small_ones(void **state)
{
	struct buffer bytes = {.arena = scratch_arena()};
	size_t size = MESSAGE_BYTES_MAX - 200;
	char *text = arena_alloc(scratch_arena(), size + 1);
	const char *json;
	int fd = sp_client_open(directory);

	(void)state;
	/* Nearly as large as may be. */
	memset(text, 'x', size);
	json = arena_printf(scratch_arena(), "{\"text\": \"%s\"}", text);
	sp_client_frame(&bytes, 1, "thing_list", 5000);
	for (uint32_t id = 2; id < 8; id += 2) {
		sp_client_frame_with(&bytes, id, MESSAGE_PING, json, 5000);
		sp_client_frame(&bytes, id + 1, "thing_list", 5000);
	}
	assert_true(sp_client_send(fd, bytes.data, bytes.size));
	assert_replies(fd, 7);
	close(fd);
}

static void
cuts_off_who_does_not_speak_the_protocol(void **state)
{
	static const struct {
		const char *bytes;
		size_t size;
		bool after_hello;
	} cases[] = {
		{"GET / HTTP/1.1\r\n\r\n", 18, false},
		{"\0SP\0\0\x31\0\0", 8, false}, /* another replier */
		{"\0SP\1\0\x30\0\0", 8, false},
		{"\2\0\0\0\0\0\0\0\4\x80\0\0\1", 13, true},
		{"\1\0\0\0\0\0\0\0\3\x80\0\0", 12, true},        /* no room for an id */
		{"\1\0\0\0\0\0\x10\x01\x00", 9, true},           /* too large */
		{"\1\xff\xff\xff\xff\xff\xff\xff\xff", 9, true}, /* much too large */
		{"\1\0\0\0\0\0\0\0\4\0\0\0\1", 13, true}, /* an id without its bit */
		{"\r\n\r\n", 4, true},
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		int fd = cases[i].after_hello ? sp_client_open(directory)
					      : sp_client_connect(directory);

		assert_true(sp_client_send(fd, cases[i].bytes, cases[i].size));
		assert_true(sp_client_is_cut_off(fd));
		close(fd);
		assert_served();
	}
}

static void
cuts_off_who_does_not_say_who_it_is(void **state)
{
	int silent = sp_client_connect(directory);
	int half = sp_client_connect(directory);
	int polite = sp_client_open(directory);
	int64_t begin_ms = clock_monotonic_ms();
	const struct timeval limit = {.tv_sec = 10};

	(void)state;
	setsockopt(silent, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
	assert_true(sp_client_send(half, "\0SP", 3));
	assert_true(sp_client_is_cut_off(silent));
	assert_true(clock_monotonic_ms() - begin_ms > SERVICE_GREETING_MS / 2);
	assert_true(sp_client_is_cut_off(half));
	assert_true(clock_monotonic_ms() - begin_ms < SERVICE_GREETING_MS * 2);
	assert_true(sp_client_call(polite, 1, MESSAGE_PING));
	assert_replies(polite, 1);
	close(silent);
	close(half);
	close(polite);
}

static void
cuts_off_who_never_reads(void **state)
{
	int fd = sp_client_open(directory);
	struct buffer bytes = {.arena = scratch_arena()};
	uint32_t id = 0;

	(void)state;
	/* Each answer to this is some kilobytes, and four times what may wait is asked for. */
	for (; id < 40000; id++) {
		bytes.size = 0;
		sp_client_frame(&bytes, id, MESSAGE_METRICS, 60000);
		if (!sp_client_send(fd, bytes.data, bytes.size))
			break;
		if (id % 4000 == 0)
			assert_served();
	}
	assert_in_range(id, 1000, 39999);
	assert_served();
	close(fd);
	assert_ends_well(3000);
}

static void
keeps_answers_for_who_reads_late(void **state)
{
	int fd = sp_client_open(directory);
	struct buffer bytes = {.arena = scratch_arena()};

	(void)state;
	for (uint32_t id = 1; id <= 1000; id++)
		sp_client_frame(&bytes, id, MESSAGE_METRICS, 60000);
	assert_true(sp_client_send(fd, bytes.data, bytes.size));
	usleep(300000);
	assert_replies(fd, 1000);
	close(fd);
}

static void
serves_many_connections_at_once(void **state)
{
	int fds[48];

	(void)state;
	for (size_t i = 0; i < COUNT_OF(fds); i++) {
		fds[i] = sp_client_open(directory);
		assert_true(fds[i] >= 0);
	}
	for (uint32_t id = 1; id <= 10; id++)
		for (size_t i = 0; i < COUNT_OF(fds); i++)
			assert_true(sp_client_call(fds[i], id, "thing_list"));
	for (size_t i = 0; i < COUNT_OF(fds); i++) {
		assert_replies(fds[i], 10);
		close(fds[i]);
	}
	assert_ends_well(3000);
}

static void
survives_clients_that_leave_before_their_answers(void **state)
{
	(void)state;
	for (int round = 0; round < 20; round++) {
		int fd = sp_client_open(directory);

		for (uint32_t id = 1; id <= 20; id++)
			assert_true(sp_client_call(
				fd, id, id % 10 == 0 ? "thing_slow" : "thing_list"));
		close(fd);
	}
	assert_served();
	/* Forty slow ones on two threads take too long to wait for; they are dropped when it
	 * is their turn, for nobody waits for them. */
	assert_ends_well(11000);
}

static void
answers_pings_while_all_workers_wait_for_the_database(void **state)
{
	int fd = sp_client_open(directory);

	(void)state;
	for (uint32_t id = 1; id <= 6; id++)
		assert_true(sp_client_call(fd, id, "thing_wait"));
	usleep(100000);
	for (int i = 0; i < 5; i++)
		assert_served();
	/* A new gateway is let in, too. */
	close(sp_client_open(directory));
	assert_replies(fd, 6);
	close(fd);
}

static void
loses_nothing_when_more_calls_come_than_may_wait(void **state)
{
	struct buffer bytes = {.arena = scratch_arena()};
	int fd = sp_client_open(directory);
	uint32_t count = SERVICE_CALLS_MAX * 3;

	(void)state;
	sp_client_frame(&bytes, 1, "thing_wait", 60000);
	sp_client_frame(&bytes, 2, "thing_wait", 60000);
	assert_true(sp_client_send(fd, bytes.data, bytes.size));
	usleep(100000);
	bytes.size = 0;
	for (uint32_t id = 3; id <= count; id++)
		sp_client_frame(&bytes, id, "thing_list", 60000);
	assert_true(sp_client_send(fd, bytes.data, bytes.size));
	assert_replies(fd, count);
	close(fd);
	assert_ends_well(3000);
}

static void
finishes_what_waits_for_the_database_before_it_goes(void **state)
{
	int fd = sp_client_open(directory);

	(void)state;
	for (uint32_t id = 1; id <= 4; id++)
		assert_true(sp_client_call(fd, id, "thing_wait"));
	usleep(100000);
	kill(service, SIGTERM);
	assert_replies(fd, 4);
	assert_true(sp_client_is_cut_off(fd));
	close(fd);
	assert_ends_well(3000);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		TEST(answers_many_frames_of_one_write),
		TEST(puts_together_what_comes_byte_by_byte),
		TEST(takes_large_frames_among_small_ones),
		TEST(cuts_off_who_does_not_speak_the_protocol),
		TEST(cuts_off_who_does_not_say_who_it_is),
		TEST(cuts_off_who_never_reads),
		TEST(keeps_answers_for_who_reads_late),
		TEST(serves_many_connections_at_once),
		TEST(survives_clients_that_leave_before_their_answers),
		TEST(answers_pings_while_all_workers_wait_for_the_database),
		TEST(loses_nothing_when_more_calls_come_than_may_wait),
		TEST(finishes_what_waits_for_the_database_before_it_goes),
	};

	if (argc == 2 && strcmp(argv[1], "serve") == 0)
		return serve();
	return cmocka_run_group_tests_name("service streams", tests, NULL, NULL);
}
