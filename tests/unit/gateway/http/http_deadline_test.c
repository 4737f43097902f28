/* Clients that leave or are slow, and the deadlines that end them. */
#include "tests/support/test.h"
#include "tests/unit/gateway/http/http_client.h"

static void
assert_healthy(void)
{
	const int fd = dial();

	put(fd, GET("/"));
	assert_true(read_until(fd, "\r\n\r\nok", 1));
	close(fd);
}

TEST(tells_the_handler_when_the_client_goes_in_the_body)
{
	const int gone = gone_count();
	const int fd = dial();

	put(fd, POST("/size", "100") "abc");
	usleep(50000);
	close(fd);
	assert_soon(gone_count() == gone + 1);
}

TEST(answers_into_the_void_when_the_client_has_gone)
{
	const int gone = gone_count();
	const int fd = dial();

	put(fd, GET("/late?ms=100"));
	usleep(20000);
	reset(fd);
	usleep(200000);
	assert_int_equal(gone_count(), gone);
	assert_healthy();
}

TEST(gives_up_a_request_whose_client_has_left_when_its_time_is_up)
{
	const int gone = gone_count();
	const int fd = dial();

	put(fd, GET("/never"));
	usleep(20000);
	reset(fd);
	usleep(500000);
	assert_int_equal(gone_count(), gone);
	assert_soon(gone_count() == gone + 1);
	assert_healthy();
}

TEST(ends_a_request_that_is_never_answered)
{
	const int gone = gone_count();
	const int fd = dial();
	const int64_t before_ms = now_ms();

	put(fd, GET("/never") GET("/"));
	assert_true(is_closed(fd));
	assert_in_range(now_ms() - before_ms, 1400, 3500);
	assert_int_equal(strlen(received), 0);
	close(fd);
	assert_int_equal(gone_count(), gone + 1);
}

/* Sends one byte every 100 ms; returns when the server closed the connection. */
static int64_t
drip(int fd)
{
	const int64_t before_ms = now_ms();

	for (int i = 0; i < 40; i++) {
		char byte;

		if (send(fd, "a", 1, MSG_NOSIGNAL) != 1 ||
			recv(fd, &byte, 1, MSG_DONTWAIT) == 0)
			break;
		usleep(100000);
	}
	return now_ms() - before_ms;
}

TEST(ends_headers_that_drip)
{
	const int fd = dial();

	put(fd, "GET / HTTP/1.1\r\nHost: ");
	assert_in_range(drip(fd), 900, 3500);
	close(fd);
}

TEST(ends_a_body_that_drips)
{
	const int fd = dial();

	put(fd, POST("/size", "1000"));
	assert_in_range(drip(fd), 900, 3500);
	close(fd);
}

TEST(ends_a_connection_that_says_nothing)
{
	const int fd = dial();
	const int64_t before_ms = now_ms();

	assert_true(is_closed(fd));
	assert_in_range(now_ms() - before_ms, 900, 3500);
	close(fd);
}

TEST(ends_an_idle_connection)
{
	const int fd = dial();
	int64_t before_ms;

	put(fd, GET("/"));
	assert_true(read_until(fd, "\r\n\r\nok", 1));
	before_ms = now_ms();
	assert_true(is_closed(fd));
	assert_in_range(now_ms() - before_ms, 900, 3500);
	close(fd);
}

TEST(ends_an_answer_that_is_not_read)
{
	const int fd = dial();
	const int small = 4096;
	size_t size = 0;
	ssize_t got;

	setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof(small));
	put(fd, GET("/big?bytes=20000000"));
	usleep(2300000);
	while ((got = recv(fd, received, sizeof(received), 0)) > 0)
		size += (size_t)got;
	assert_true(size < 20000000);
	close(fd);
	assert_healthy();
}
