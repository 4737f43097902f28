/*
 * http_waiting_test.c - requests that wait for their answers, what the server does for
 * other clients meanwhile, and the throttle of bodies and of refusals.
 */
#include "tests/support/test.h"
#include "tests/unit/gateway/http/http_client.h"

#define MANY 100

/* This many refusals in a second are not delayed (throttle.c). */
#define REFUSALS_AT_ONCE 200

/* This much of all bodies is read in a millisecond (throttle.c). */
#define THROTTLE_BYTES (256 * 1024)
#define BODY_BYTES (4 * 1024 * 1024)

static void
put_target(int fd, const char *target)
{
	char request[8000];

	snprintf(request, sizeof(request), GET("%s"), target);
	put(fd, request);
}

/* A connection with a request whose answer takes that long. */
static int
dial_late(const char *path)
{
	const int fd = dial();

	put_target(fd, path);
	return fd;
}

/* Whether nothing has come on the connection yet. */
static bool
is_waiting(int fd)
{
	char byte;

	return recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0 && errno == EAGAIN;
}

/* Processor time of the server. */
static long
cpu_ms(void)
{
	long user = 0, system = 0;
	char path[40];
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", canary.pid);
	file = fopen(path, "re");
	assert_non_null(file);
	assert_int_equal(
		fscanf(file,
			"%*d (%*[^)]) %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u"
			" %ld %ld",
			&user, &system),
		2);
	fclose(file);
	return (user + system) * 1000 / sysconf(_SC_CLK_TCK);
}

TEST(answers_all_however_many_wait)
{
	int fds[MANY];

	for (int round = 0; round < 3; round++) {
		for (int i = 0; i < MANY; i++)
			fds[i] = dial_late("/late?ms=100");
		for (int i = 0; i < MANY; i++) {
			assert_true(read_until(fds[i], "\r\n\r\nlate", 1));
			put(fds[i], GET("/"));
		}
		for (int i = 0; i < MANY; i++) {
			assert_true(read_until(fds[i], "\r\n\r\nok", 1));
			close(fds[i]);
		}
	}
}

TEST(serves_others_while_one_waits)
{
	const int waiting = dial_late("/late?ms=3000"), fd = dial();
	char target[7000] = "/?x=";

	for (int i = 0; i < 200; i++) {
		put(fd, GET("/"));
		assert_true(read_until(fd, "\r\n\r\nok", 1));
	}
	memset(target + 4, 'x', sizeof(target) - 5);
	for (int i = 0; i < 20; i++) { /* a head of several reads */
		put_target(fd, target);
		assert_true(read_until(fd, "\r\n\r\nok", 1));
	}
	for (int i = 0; i < 20; i++) { /* a body of many */
		put(fd, POST("/size", "131072"));
		put_many(fd, 131072);
		assert_true(read_until(fd, "\r\n\r\n131072", 1));
	}
	put(fd, GET("/big?bytes=500000"));
	assert_true(read_until(fd, "Content-Length: 500000", 1));
	assert_true(is_waiting(waiting));
	close(fd);
	assert_true(read_until(waiting, "\r\n\r\nlate", 1));
	close(waiting);
}

/* How long a client waits for so many answers, one after the other. */
static int64_t
in_turn_ms(int fd, const char *target, int count)
{
	const int64_t before_ms = now_ms();

	for (int i = 0; i < count; i++) {
		put_target(fd, target);
		assert_true(read_until(fd, "\r\n\r\nlate", 1));
	}
	return now_ms() - before_ms;
}

TEST(answers_others_as_soon_as_if_nobody_waited)
{
	const int fd = dial();
	const int64_t alone_ms = in_turn_ms(fd, "/late?ms=0", 400);
	const int waiting = dial_late("/late?ms=6000");

	assert_in_range(in_turn_ms(fd, "/late?ms=0", 400), 0, alone_ms * 5 + 200);
	assert_true(is_waiting(waiting));
	close(waiting);
	close(fd);
}

TEST(sleeps_while_requests_wait)
{
	const int fd = dial_late("/late?ms=1500");
	long before_ms;

	usleep(100000);
	before_ms = cpu_ms();
	usleep(1000000);
	assert_in_range(cpu_ms() - before_ms, 0, 300);
	assert_true(is_waiting(fd));
	assert_true(read_until(fd, "\r\n\r\nlate", 1));
	close(fd);
}

TEST(answers_one_behind_the_other_that_wait)
{
	const int fd = dial();

	put(fd, GET("/late?ms=30") GET("/late?ms=10") GET("/late?ms=20") GET("/"));
	assert_true(read_until(fd, "\r\n\r\nok", 1));
	close(fd);
}

/* An abandoned request is carried out, and its connection counts until it is answered.
 * Only the first piece of a chunked answer is made. */
TEST(carries_out_abandoned_requests)
{
	const int gone = gone_count(), fd = dial();
	const int connections = connection_count(fd);
	int fds[MANY], left = 0, streams_left = 0;

	for (int i = 0; i < MANY; i++)
		fds[i] = dial_late(i % 2 == 0 ? "/late?ms=500" : "/late-stream?ms=500");
	usleep(100000);
	for (int i = 0; i < MANY; i += 3) {
		reset(fds[i]);
		left++;
		streams_left += i % 2;
	}
	usleep(50000);
	assert_int_equal(connection_count(fd), connections + MANY);
	for (int i = 0; i < MANY; i++) {
		if (i % 3 == 0)
			continue;
		assert_true(read_until(
			fds[i], i % 2 == 0 ? "\r\n\r\nlate" : "\r\n\r\n5\r\nfirst", 1));
	}
	usleep(100000);
	assert_int_equal(connection_count(fd), connections + MANY - left);
	assert_int_equal(gone_count(), gone + streams_left);
	for (int i = 0; i < MANY; i++) {
		if (i % 3 != 0)
			close(fds[i]);
	}
	close(fd);
}

/* At most a quarter of a MiB is read in a millisecond, however fast a client sends. */
TEST(pauses_between_pieces_of_a_body)
{
	const int fd = dial();
	const int64_t before_ms = now_ms();

	put(fd, POST("/size", "4194304"));
	put_many(fd, BODY_BYTES);
	assert_true(read_until(fd, "\r\n\r\n4194304", 1));
	assert_in_range(now_ms() - before_ms, BODY_BYTES / THROTTLE_BYTES - 2, 20000);
	close(fd);
}

/* The time of so many refused requests of one client, one after the other. */
static int64_t
often_ms(int fd, int count)
{
	const int64_t before_ms = now_ms();

	for (int i = 0; i < count; i++) {
		put(fd, GET("/often"));
		assert_true(read_until(fd, "\r\n\r\ntoo often", 1));
	}
	return now_ms() - before_ms;
}

/* The first refusals are sent at once, further ones a tenth of a second later. Other
 * requests are not delayed. */
TEST(delays_the_refusals_of_a_client_that_goes_on_asking_too_often)
{
	const int fd = dial(), other = dial(), leaving = dial();
	const int delayed = 4; /* all of it within a second */

	assert_in_range(
		often_ms(fd, REFUSALS_AT_ONCE + delayed), (delayed - 1) * 100, 20000);
	put(fd, GET("/often") GET("/"));
	put(leaving, GET("/often"));
	put(other, GET("/"));
	assert_true(read_until(other, "\r\n\r\nok", 1));
	assert_true(is_waiting(fd));
	close(leaving);
	assert_true(read_until(fd, "\r\n\r\nok", 1));
	close(fd);
	close(other);
}

/* The same with a new connection for each request. */
static int64_t
often_anew_ms(int count)
{
	const int fd = dial();
	const int64_t took_ms = often_ms(fd, count);

	close(fd);
	return took_ms;
}

static void
sleep_until(int64_t when_ms)
{
	while (now_ms() < when_ms)
		usleep(1000);
}

/* Causes one refusal more than are sent at once; returns the time of the first refusal in
 * the second after the next. One in between makes no difference. */
static int64_t
often_later_ms(bool between)
{
	int64_t before_ms;

	sleep_until(now_ms() + 2100); /* so that a second begins with the first one */
	before_ms = now_ms();
	often_anew_ms(REFUSALS_AT_ONCE + 1);
	if (between) {
		sleep_until(before_ms + 1900);
		often_anew_ms(1);
	}
	sleep_until(before_ms + 2200);
	return often_anew_ms(1);
}

TEST(refuses_at_once_after_a_second_without_too_many_refusals)
{
	/* A busy machine may take that long once. */
	assert_true(often_later_ms(false) < 50 || often_later_ms(false) < 50);
	assert_true(often_later_ms(true) < 50 || often_later_ms(true) < 50);
}

/* The library passes on every chunk that it has read, even of a suspended connection. */
TEST(reads_bodies_of_very_many_chunks)
{
	static char chunks[6 * 9166 + 6];
	int fds[40];

	for (size_t i = 0; i + 6 < sizeof(chunks); i += 6)
		memcpy(chunks + i, "1\r\nx\r\n", 6);
	memcpy(chunks + sizeof(chunks) - 6, "0\r\n\r\n", 6);
	for (size_t i = 0; i < COUNT_OF(fds); i++) {
		fds[i] = dial();
		put(fds[i], CHUNKED("/size"));
		put(fds[i], chunks);
	}
	for (size_t i = 0; i < COUNT_OF(fds); i++) {
		assert_true(read_until(fds[i], "\r\n\r\n9166", 1));
		close(fds[i]);
	}
}

/* libmicrohttpd treats the half-closed connection of a suspended request as a
 * disconnection. An idle connection is closed after a second, so 40 would take longer. */
TEST(closes_a_waiting_connection_whose_client_has_ended_its_side)
{
	const int gone = gone_count();
	const int64_t before_ms = now_ms();

	for (int i = 0; i < 40; i++) {
		const int fd = dial();

		put(fd, GET("/late?ms=10"));
		shutdown(fd, SHUT_WR);
		assert_true(is_closed(fd));
		close(fd);
	}
	assert_in_range(now_ms() - before_ms, 400, 10000);
	assert_int_equal(gone_count(), gone);
}

TEST(answers_a_client_that_has_ended_its_side_when_it_need_not_wait)
{
	const int fd = dial();

	put(fd, GET("/"));
	shutdown(fd, SHUT_WR);
	assert_true(is_closed(fd));
	assert_non_null(strstr(received, "\r\n\r\nok"));
	close(fd);
}

TEST(ends_a_body_that_pauses_and_its_client_goes)
{
	for (int i = 0; i < 40; i++) {
		const int fd = dial();

		put(fd, POST("/size", "131072"));
		put_many(fd, 100000);
		close(fd);
	}
	for (int i = 0; i < 3; i++) {
		const int fd = dial();

		put(fd, POST("/size", "131072"));
		put_many(fd, 131072);
		assert_true(read_until(fd, "\r\n\r\n131072", 1));
		close(fd);
	}
}

int
main(void)
{
	canary_body_bytes_max = BODY_BYTES;
	canary_response_ms = 8000; /* of requests that wait while the server is busy */
	return test_main();
}
