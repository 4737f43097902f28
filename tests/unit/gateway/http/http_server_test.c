/* The server as clients see it: raw sockets against a server in a child process. */
#include "tests/support/test.h"
#include "tests/unit/gateway/http/http_client.h"

/* ---- bodies ------------------------------------------------------------------------ */

TEST(reads_a_body_once_its_handler_has_decided)
{
	const int fd = dial();

	put(fd, POST("/decide", "5") "12345" POST("/decide-no", "3") "123" GET("/"));
	assert_true(read_until(fd, "\r\n\r\nok", 1));
	assert_non_null(strstr(received, "\r\n\r\n5"));
	assert_non_null(strstr(received, "\r\n\r\nlate"));
	close(fd);
}

TEST(keeps_a_connection_for_the_next_request)
{
	const int fd = dial();

	for (int i = 0; i < 3; i++) {
		put(fd, GET("/"));
		assert_true(read_until(fd, "\r\n\r\nok", 1));
	}
	close(fd);
}

TEST(answers_two_pipelined_requests_in_order)
{
	const int fd = dial();
	const char *first;

	put(fd, GET("/late?ms=50") GET("/"));
	assert_true(read_until(fd, "\r\n\r\nok", 1));
	first = strstr(received, "\r\n\r\nlate");
	assert_non_null(first);
	assert_true(first < strstr(received, "\r\n\r\nok"));
	close(fd);
}

TEST(adds_the_headers_that_every_answer_needs)
{
	const int fd = dial();

	put(fd, GET("/"));
	assert_true(read_until(fd, "\r\n\r\nok", 1));
	assert_non_null(strstr(received, "\r\nX-Content-Type-Options: nosniff\r\n"));
	assert_non_null(strstr(received, "\r\nCache-Control: no-store\r\n"));
	assert_non_null(strstr(received, "\r\nReferrer-Policy: no-referrer\r\n"));
	assert_non_null(
		strstr(received, "\r\nContent-Security-Policy: default-src 'none'; "));
	assert_non_null(strstr(received, "\r\nDate: "));
	close(fd);
}

TEST(lets_a_handler_replace_a_header_but_not_inject_one)
{
	const int fd = dial();

	put(fd, GET("/headers"));
	assert_true(read_until(fd, "\r\n\r\n", 1));
	assert_non_null(strstr(received, "HTTP/1.1 204 "));
	assert_non_null(strstr(received, "\r\nCache-Control: max-age=60\r\n"));
	assert_null(strstr(received, "no-store"));
	assert_non_null(strstr(received, "\r\nX-Whole: yes\r\n"));
	assert_null(strstr(received, "Injected"));
	close(fd);
}

TEST(answers_head_with_headers_only)
{
	const int fd = dial();

	put(fd, "HEAD / HTTP/1.1\r\nHost: x\r\n\r\n" GET("/late?ms=1"));
	assert_true(read_until(fd, "\r\n\r\nlate", 1));
	assert_non_null(strstr(received, "Content-Length: 2\r\n"));
	assert_null(strstr(received, "\r\n\r\nok"));
	close(fd);
}

TEST(sends_an_answer_of_half_a_megabyte)
{
	const int fd = dial();

	put(fd, "GET /big?bytes=500000 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
	assert_true(is_closed(fd));
	assert_int_equal(strlen(strstr(received, "\r\n\r\n") + 4), 500000);
	close(fd);
}

TEST(answers_later_from_a_timer)
{
	const int fd = dial();
	const int64_t before_ms = now_ms();

	put(fd, GET("/late?ms=300"));
	assert_true(read_until(fd, "\r\n\r\nlate", 1));
	assert_in_range(now_ms() - before_ms, 290, 3000);
	put(fd, GET("/"));
	assert_true(read_until(fd, "\r\n\r\nok", 1));
	close(fd);
}

TEST(reads_a_body_of_known_length)
{
	const int fd = dial();

	put(fd, POST("/echo", "11") "hello");
	usleep(20000);
	put(fd, " world" GET("/"));
	assert_true(read_until(fd, "\r\n\r\nok", 1));
	assert_non_null(strstr(received, "\r\n\r\nhello world"));
	close(fd);
}

TEST(reads_a_chunked_body_and_closes_behind_it)
{
	const int fd = dial();

	put(fd, CHUNKED("/echo") "5\r\nhello\r\n");
	put(fd, "6\r\n world\r\n0\r\n\r\n" GET("/"));
	assert_true(is_closed(fd));
	assert_non_null(strstr(received, "\r\n\r\nhello world"));
	assert_null(strstr(received, "\r\n\r\nok"));
	close(fd);
}

TEST(reads_a_body_of_exactly_the_limit)
{
	const int fd = dial();

	put(fd, POST("/size", "131072"));
	put_many(fd, 131072);
	assert_true(read_until(fd, "\r\n\r\n131072", 1));
	close(fd);
}

TEST(asks_for_the_body_when_the_client_waits)
{
	const int fd = dial();

	put(fd,
		"POST /echo HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n"
		"Content-Length: 5\r\n\r\n");
	assert_true(read_until(fd, "HTTP/1.1 100 Continue\r\n\r\n", 1));
	put(fd, "hello");
	assert_true(read_until(fd, "\r\n\r\nhello", 1));
	close(fd);
}

TEST(refuses_an_announced_body_before_reading_it)
{
	const int fd = dial();

	put(fd, POST("/size", "131073"));
	assert_true(is_closed(fd));
	assert_non_null(strstr(received, "HTTP/1.1 413 "));
	assert_non_null(strstr(received, "Connection: close"));
	close(fd);
}

TEST(lets_the_client_read_the_refusal_while_it_sends)
{
	const int fd = dial();

	put(fd, POST("/size", "2000000"));
	put_many(fd, 2000000);
	assert_true(is_closed(fd));
	assert_non_null(strstr(received, "HTTP/1.1 413 "));
	close(fd);
}

TEST(cuts_a_chunked_body_that_is_too_long)
{
	const int gone = gone_count();
	const int fd = dial();

	put(fd, CHUNKED("/size"));
	for (int i = 0; i < 33; i++) {
		put(fd, "1000\r\n");
		put_many(fd, 4096);
		put(fd, "\r\n");
	}
	assert_true(is_closed(fd));
	assert_non_null(strstr(received, "HTTP/1.1 413 "));
	assert_non_null(strstr(received, "Connection: close"));
	close(fd);
	assert_int_equal(gone_count(), gone);
}

TEST(drops_a_small_unwanted_body_and_keeps_the_connection)
{
	const int fd = dial();

	put(fd, POST("/refuse", "5"));
	usleep(20000);
	put(fd, "hello" GET("/"));
	assert_true(read_until(fd, "\r\n\r\nok", 1));
	assert_non_null(strstr(received, "HTTP/1.1 401 "));
	close(fd);
}

TEST(answers_an_unwanted_long_body_at_once)
{
	const int fd = dial();

	put(fd, POST("/refuse", "100000"));
	assert_true(is_closed(fd));
	assert_non_null(strstr(received, "HTTP/1.1 401 "));
	close(fd);
}

TEST(waits_for_a_refusal_that_comes_later)
{
	const int fd = dial();

	put(fd, POST("/refuse-later", "100000"));
	assert_true(is_closed(fd));
	assert_non_null(strstr(received, "\r\n\r\nlate"));
	close(fd);
}
