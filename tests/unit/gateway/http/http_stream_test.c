/* Answers that are produced while they are sent. */
#include "tests/support/test.h"
#include "tests/unit/gateway/http/http_client.h"

#define LAST_CHUNK "\r\n0\r\n\r\n"

/* A counter of the server: "gone=", "pieces=". */
static int
count_of(const char *what)
{
	const int fd = dial();

	put(fd, GET("/counts"));
	assert_true(read_until(fd, "pieces=", 1));
	usleep(10000);
	close(fd);
	return (int)strtol(strstr(received, what) + strlen(what), NULL, 10);
}

static int
letters(char letter)
{
	int count = 0;

	for (const char *at = strstr(received, "\r\n\r\n"); *at; at++)
		count += *at == letter;
	return count;
}

TEST(sends_all_pieces_and_goes_on_with_the_connection)
{
	const int gone = count_of("gone=");
	const int fd = dial();

	put(fd, GET("/pieces?n=50"));
	assert_true(read_until(fd, LAST_CHUNK, 1));
	assert_non_null(strstr(received, "first"));
	assert_int_equal(letters('p'), 500);
	put(fd, GET("/pieces?n=0"));
	assert_true(read_until(fd, LAST_CHUNK, 1));
	assert_int_equal(letters('p'), 0);
	put(fd, GET("/"));
	assert_true(read_until(fd, "\r\n\r\nok", 1));
	close(fd);
	assert_int_equal(count_of("gone="), gone);
}

TEST(an_answer_that_is_not_whole_has_no_last_chunk)
{
	const int fd = dial();

	put(fd, GET("/cut-pieces?n=3"));
	assert_true(is_closed(fd));
	assert_int_equal(letters('p'), 30);
	assert_null(strstr(received, LAST_CHUNK));
	close(fd);
}

/* The piece's memory may be freed by then. */
TEST(sends_nothing_of_a_piece_when_the_answer_has_ended)
{
	const int fd = dial();

	put(fd, GET("/ended-pieces"));
	assert_true(read_until(fd, LAST_CHUNK, 1));
	assert_null(strstr(received, "first"));
	close(fd);
}

/* Six pieces of 0.6 s take longer than the time limit of one answer. */
TEST(each_piece_has_the_time_of_an_answer)
{
	const int fd = dial();

	put(fd, GET("/late-pieces?n=6"));
	assert_true(read_until(fd, LAST_CHUNK, 1));
	assert_int_equal(letters('p'), 60);
	close(fd);
}

TEST(ends_an_answer_whose_next_piece_does_not_come)
{
	const int gone = count_of("gone=");
	const int fd = dial();
	const int64_t before_ms = now_ms();

	put(fd, GET("/no-pieces?n=1"));
	assert_true(is_closed(fd));
	assert_in_range(now_ms() - before_ms, 1400, 3500);
	assert_null(strstr(received, LAST_CHUNK));
	close(fd);
	assert_int_equal(count_of("gone="), gone + 1);
}

/* More than the kernel buffers for a socket. */
TEST(makes_nothing_that_is_not_read_and_ends_in_the_end)
{
	const int gone = count_of("gone=");
	const int pieces = count_of("pieces=");
	const int fd = dial();
	const int small = 4096;
	int made;

	setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof(small));
	put(fd, GET("/large-pieces?n=100"));
	usleep(300000);
	made = count_of("pieces=") - pieces;
	assert_in_range(made, 1, 20);
	usleep(2200000);
	assert_int_equal(count_of("pieces="), pieces + made);
	assert_int_equal(count_of("gone="), gone + 1);
	close(fd);
}

TEST(forgets_an_answer_whose_client_goes)
{
	const int gone = count_of("gone=");
	const int fd = dial();

	put(fd, GET("/large-pieces?n=100"));
	assert_true(read_until(fd, "first", 1));
	close(fd);
	assert_soon(count_of("gone=") == gone + 1);
}

TEST(answers_head_with_the_headers_alone)
{
	const int fd = dial();

	put(fd, "HEAD /pieces?n=5 HTTP/1.1\r\nHost: x\r\n\r\n" GET("/"));
	assert_true(read_until(fd, "\r\n\r\nok", 1));
	assert_null(strstr(received, "first"));
	close(fd);
}
