/*
 * http_waiting_test.c - requests that wait for their answers, some of them without being suspended, and
 * what the server does for others meanwhile; and bodies that come faster than others can be served.
 */
#include "tests/support/test.h"
#include "tests/unit/gateway/http/http_client.h"

/* More than may wait without being suspended (task.c). */
#define MANY 100

/* So many are refused at once in a second (pace.c). */
#define REFUSALS_AT_ONCE 200

/* From then on each takes at least that long, but for what the clock's milliseconds leave out. */
#define GATHERED_US INT64_C(450)

/* Between two pauses of a server that reads bodies (pace.c). */
#define PACE_BYTES (256 * 1024)
#define BODY_BYTES (16 * 1024 * 1024)

/* Asks for a target. */
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

/* Processor time that the server has taken. */
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

/* What the library leaves undone without saying so is done all the same. */
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

/* Nobody waits for the moment in which the server looks for what it cannot see. */
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

/* Those whose clients have left are answered, too, into the void, and their connections count until
 * then. Of an answer in pieces nobody asks for the second one. */
TEST(carries_on_with_those_whose_clients_have_left)
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

/* However fast a client sends, a quarter MiB of it is read in a millisecond at most. */
TEST(pauses_between_pieces_of_a_body)
{
	const int fd = dial();
	const int64_t before_ms = now_ms();

	put(fd, POST("/size", "16777216"));
	put_many(fd, BODY_BYTES);
	assert_true(read_until(fd, "\r\n\r\n16777216", 1));
	assert_in_range(now_ms() - before_ms, BODY_BYTES / PACE_BYTES - 2, 20000);
	close(fd);
}

/* How long a client takes for so many requests, one after the other, each of which is refused in these words. */
static int64_t
refused_ms(int fd, const char *target, const char *words, int count)
{
	const int64_t before_ms = now_ms();

	for (int i = 0; i < count; i++) {
		put_target(fd, target);
		assert_true(read_until(fd, words, 1));
	}
	return now_ms() - before_ms;
}

/* For a client that asks too often. */
static int64_t
often_ms(int fd, int count)
{
	return refused_ms(fd, "/often", "\r\n\r\ntoo often", count);
}

/* The first are told so at once, and whoever goes on a tenth of a second later; nobody else. */
TEST(tells_those_who_go_on_asking_too_often_a_little_later)
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

/* The same on a connection of its own. */
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

/* Asks for as many as are told at once and one more, and answers how long the first one takes that comes
 * in the second after the next. One that comes in between makes no difference. */
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

TEST(tells_at_once_who_has_not_asked_too_often_for_a_second)
{
	/* A busy machine may take as long once. */
	assert_true(often_later_ms(false) < 50 || often_later_ms(false) < 50);
	assert_true(often_later_ms(true) < 50 || often_later_ms(true) < 50);
}

/* Where there is too much to do. */
static int64_t
busy_us(int fd, int count)
{
	return refused_ms(fd, "/busy", "\r\n\r\nbusy", count) * 1000;
}

/* Where a loop refuses very many, it looks for more only every half of a millisecond. */
TEST(gathers_what_comes_where_it_has_too_much_to_do)
{
	const int fd = dial(), gathered = 200;
	int64_t took_us = 0;

	/* All of it within a second, which a busy machine may not let it. */
	for (int tries = 0; tries < 10 && took_us < gathered * GATHERED_US; tries++) {
		busy_us(fd, REFUSALS_AT_ONCE);
		took_us = busy_us(fd, gathered);
	}
	assert_true(took_us >= gathered * GATHERED_US);
	close(fd);
}

/* The seconds that follow do not begin with as many that are told at once. */
TEST(goes_on_gathering_from_one_second_to_the_next)
{
	const int fd = dial(), some = REFUSALS_AT_ONCE / 2;
	bool gathers = false;

	/* A busy machine may not refuse very many in each of the seconds. */
	for (int tries = 0; tries < 5 && !gathers; tries++) {
		const int64_t before_ms = now_ms();

		busy_us(fd, REFUSALS_AT_ONCE);
		for (gathers = true; gathers && now_ms() - before_ms < 2500;)
			gathers = busy_us(fd, some) >= some * GATHERED_US;
	}
	assert_true(gathers);
	close(fd);
}

/* The library hands out chunk after chunk of what it has read, without looking up. */
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

/* One that sends its end along with the request is answered, and nothing stays behind. */
TEST(closes_behind_those_that_have_said_all)
{
	const int64_t before_ms = now_ms();

	for (int i = 0; i < 20; i++) {
		const int fd = dial();

		put(fd, GET("/late?ms=10"));
		shutdown(fd, SHUT_WR);
		assert_true(is_closed(fd));
		assert_non_null(strstr(received, "\r\n\r\nlate"));
		close(fd);
	}
	/* An idle connection is ended after a second. */
	assert_in_range(now_ms() - before_ms, 200, 10000);
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
	canary_response_ms = 8000; /* of those that wait while much is done for others */
	return test_main();
}
