/*
 * service_unruly_test.c - peers that break the protocol, do not introduce themselves,
 * never read, are too many, or leave. Other peers are served as before.
 */
#include "tests/support/test.h"
#include "tests/unit/gateway/bus/stream_scene.h"

TEST(cuts_off_who_does_not_speak_the_protocol)
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

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		int fd = cases[i].after_hello ? sp_client_open(directory)
					      : sp_client_connect(directory);

		assert_true(sp_client_send(fd, cases[i].bytes, cases[i].size));
		assert_true(sp_client_is_cut_off(fd));
		close(fd);
		assert_served();
	}
}

TEST(cuts_off_who_does_not_say_who_it_is)
{
	int silent = sp_client_connect(directory);
	int half = sp_client_connect(directory);
	int polite = sp_client_open(directory);
	int64_t begin_ms = clock_monotonic_ms();
	const struct timeval limit = {.tv_sec = 10};

	setsockopt(silent, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
	assert_true(sp_client_send(half, "\0SP", 3));
	assert_true(sp_client_is_cut_off(silent));
	assert_true(clock_monotonic_ms() - begin_ms > SP_SERVER_GREETING_MS / 2);
	assert_true(sp_client_is_cut_off(half));
	assert_true(clock_monotonic_ms() - begin_ms < SP_SERVER_GREETING_MS * 2);
	assert_true(sp_client_call(polite, 1, MESSAGE_PING));
	assert_replies(polite, 1);
	close(silent);
	close(half);
	close(polite);
}

TEST(reads_no_more_of_who_never_reads)
{
	int fd = sp_client_open(directory);
	struct buffer bytes = {.arena = scratch_arena()};
	uint32_t id = 0;

	/* Each answer is some kilobytes; together they are four times what may be
	 * buffered. */
	for (; id < 40000; id++) {
		bytes.size = 0;
		sp_client_frame(&bytes, id, MESSAGE_METRICS, 60000);
		if (!sp_client_send(fd, bytes.data, bytes.size))
			break;
		if (id % 4000 == 0)
			assert_served();
	}
	assert_in_range(id, 100, 39999);
	assert_served();
	close(fd);
	assert_ends_well(3000);
}

/* How many bytes a service reads within half a second. */
static size_t
swallowed(int fd, size_t most)
{
	static const uint8_t bytes[64 * 1024];
	int64_t begin_ms = clock_monotonic_ms();
	size_t size = 0;

	while (size < most && clock_monotonic_ms() - begin_ms < 500) {
		ssize_t taken =
			send(fd, bytes, sizeof(bytes), MSG_NOSIGNAL | MSG_DONTWAIT);

		if (taken > 0)
			size += (size_t)taken;
		else
			usleep(1000);
	}
	return size;
}

/* The service's processor time. */
static long
computed_ms(void)
{
	char line[512], path[40];
	unsigned long user = 0, system = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)service);
	file = fopen(path, "r");
	assert_non_null(file);
	assert_non_null(fgets(line, sizeof(line), file));
	fclose(file);
	assert_int_equal(sscanf(strrchr(line, ')'),
				 ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu",
				 &user, &system),
		2);
	return (long)(user + system) * 1000 / sysconf(_SC_CLK_TCK);
}

/* Expects that the service is idle for a while. */
static void
assert_rests(void)
{
	long before_ms = computed_ms();

	usleep(600000);
	assert_in_range(computed_ms() - before_ms, 0, 150);
}

TEST(survives_who_leaves_with_answers_unread)
{
	struct buffer bytes = {.arena = scratch_arena()};
	int fd = sp_client_open(directory);

	for (uint32_t id = 1; id <= 2000; id++)
		sp_client_frame(&bytes, id, MESSAGE_METRICS, 60000);
	/* The answers exceed the socket's buffer; the peer has left before the rest. */
	assert_true(sp_client_send(fd, bytes.data, bytes.size));
	usleep(300000);
	close(fd);
	assert_served();
	assert_ends_well(3000);
}

TEST(takes_nothing_from_who_comes_while_too_many_calls_wait)
{
	const size_t most = (size_t)64 * 1024 * 1024;
	struct buffer bytes = {.arena = scratch_arena()};
	uint8_t hello[SP_WIRE_HELLO_SIZE];
	int fd = sp_client_open(directory), late;

	for (uint32_t id = 1; id <= CALLS_WAITING_MAX + 10; id++)
		sp_client_frame(&bytes, id, "thing_wait", 60000);
	assert_true(sp_client_send(fd, bytes.data, bytes.size));
	usleep(300000);
	late = sp_client_connect(directory);
	sp_wire_hello(hello, SP_WIRE_REQ);
	assert_true(sp_client_send(late, hello, sizeof(hello)));
	assert_true(swallowed(late, most) < most / 8);
	close(late);
	close(fd);
}

TEST(rests_when_others_hang_up)
{
	struct buffer bytes = {.arena = scratch_arena()};
	int fd = sp_client_open(directory), waiting = sp_client_open(directory), gone;

	assert_true(sp_client_call(fd, 1, "thing_list"));
	assert_replies(fd, 1);
	scratch_sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
		    " WHERE usename = 'kith_content'"
		    " AND datname = current_database() AND pid <> pg_backend_pid()");
	assert_rests();
	/* The service reads nothing now, not even the end of a connection. */
	for (uint32_t id = 1; id <= CALLS_WAITING_MAX + 10; id++)
		sp_client_frame(&bytes, id, "thing_wait", 60000);
	assert_true(sp_client_send(waiting, bytes.data, bytes.size));
	usleep(300000);
	sp_client_send(fd, bytes.data, bytes.size / 2);
	close(fd);
	gone = sp_client_connect(directory);
	close(gone);
	assert_rests();
	close(waiting);
}

TEST(survives_clients_that_leave_before_their_answers)
{
	for (int round = 0; round < 20; round++) {
		int fd = sp_client_open(directory);

		for (uint32_t id = 1; id <= 20; id++)
			assert_true(sp_client_call(
				fd, id, id % 10 == 0 ? "thing_slow" : "thing_list"));
		close(fd);
	}
	assert_served();
	/* Forty slow calls on two threads take too long. They are dropped when their turn
	 * comes, because their peer has left. */
	assert_ends_well(11000);
}

const struct test_scene test_scene = {
	.close = remove_directory, .before = start, .after = stop};

int
main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "serve") == 0)
		return things_serve();
	return test_main();
}
