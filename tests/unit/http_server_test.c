/* The server as clients see it: raw sockets against a server in a child process. */
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include "tests/unit/http_canary.h"

#define LOG_PATH "/dev/null"
#define GET(path) "GET " path " HTTP/1.1\r\nHost: x\r\n\r\n"
#define POST(path, length) \
	"POST " path " HTTP/1.1\r\nHost: x\r\nContent-Length: " length "\r\n\r\n"
#define CHUNKED(path) \
	"POST " path " HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"

static struct canary canary;
static char received[1 << 20];

static int64_t
now_ms(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- the client ---- */

/* A connection of which each read ends after four seconds at the latest. */
static int
dial(void)
{
	const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	const struct timeval limit = {.tv_sec = 4};
	struct sockaddr_in address = {.sin_family = AF_INET,
		.sin_port = htons(canary.port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
	setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof(limit));
	assert_int_equal(connect(fd, (const void *)&address, sizeof(address)), 0);
	return fd;
}

static void
put(int fd, const char *text)
{
	const size_t size = strlen(text);
	assert_int_equal(send(fd, text, size, MSG_NOSIGNAL), size);
}

/* Sends zeros as long as they are taken. */
static void
put_many(int fd, size_t size)
{
	static const char zeros[4096];
	while (size > 0) {
		const size_t piece = size < sizeof(zeros) ? size : sizeof(zeros);
		if (send(fd, zeros, piece, MSG_NOSIGNAL) <= 0)
			return;
		size -= piece;
	}
}

/* Reads until `until` has come that many times; false at the end of the connection. */
static bool
read_until(int fd, const char *until, int times)
{
	size_t size = 0;
	for (;;) {
		int found = 0;
		received[size] = '\0';
		for (const char *at = received; (at = strstr(at, until)); at++)
			found++;
		if (found >= times)
			return true;
		const ssize_t got =
			recv(fd, received + size, sizeof(received) - 1 - size, 0);
		if (got <= 0)
			return false;
		size += (size_t)got;
	}
}

/* Whether the server closes the connection; what it sends before is in `received`. */
static bool
is_closed(int fd)
{
	size_t size = 0;
	ssize_t got;
	while ((got = recv(fd, received + size, sizeof(received) - 1 - size, 0)) > 0)
		size += (size_t)got;
	received[size] = '\0';
	return got == 0 || errno == ECONNRESET;
}

/* Whether a fresh connection is served as it should be. */
static void
assert_healthy(void)
{
	const int fd = dial();
	put(fd, GET("/"));
	assert_true(read_until(fd, "\r\n\r\nok", 1));
	close(fd);
}

/* The number of requests that the handler was told to forget. */
static int
gone_count(void)
{
	const int fd = dial();
	put(fd, GET("/counts"));
	assert_true(read_until(fd, "gone=", 1));
	close(fd);
	return (int)strtol(strstr(received, "gone=") + 5, NULL, 10);
}

static int
start(void **state)
{
	(void)state;
	canary = canary_start(canary_options(), LOG_PATH);
	return canary.port == 0;
}

static int
stop(void **state)
{
	(void)state;
	return canary_end(&canary);
}

/* Starts another server in place of the shared one, until restart(). */
static void
start_other(struct http_options options)
{
	assert_int_equal(canary_end(&canary), 0);
	canary = canary_start(options, LOG_PATH);
	assert_int_not_equal(canary.port, 0);
}

static void
restart(void)
{
	start_other(canary_options());
}

/* ---- answers ---- */

static void
keeps_a_connection_for_the_next_request(void **state)
{
	(void)state;
	const int fd = dial();
	for (int i = 0; i < 3; i++) {
		put(fd, GET("/"));
		assert_true(read_until(fd, "\r\n\r\nok", 1));
	}
	close(fd);
}

static void
answers_two_pipelined_requests_in_order(void **state)
{
	(void)state;
	const int fd = dial();
	put(fd, GET("/late?ms=50") GET("/"));
	assert_true(read_until(fd, "\r\n\r\nok", 1));
	const char *first = strstr(received, "\r\n\r\nlate");
	assert_non_null(first);
	assert_true(first < strstr(received, "\r\n\r\nok"));
	close(fd);
}

static void
adds_the_headers_that_every_answer_needs(void **state)
{
	(void)state;
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

static void
lets_a_handler_replace_a_header_but_not_inject_one(void **state)
{
	(void)state;
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

static void
answers_head_with_headers_only(void **state)
{
	(void)state;
	const int fd = dial();
	put(fd, "HEAD / HTTP/1.1\r\nHost: x\r\n\r\n" GET("/late?ms=1"));
	assert_true(read_until(fd, "\r\n\r\nlate", 1));
	assert_non_null(strstr(received, "Content-Length: 2\r\n"));
	assert_null(strstr(received, "\r\n\r\nok"));
	close(fd);
}

static void
sends_an_answer_of_half_a_megabyte(void **state)
{
	(void)state;
	const int fd = dial();
	put(fd, "GET /big?bytes=500000 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
	assert_true(is_closed(fd));
	assert_int_equal(strlen(strstr(received, "\r\n\r\n") + 4), 500000);
	close(fd);
}

static void
answers_later_from_a_timer(void **state)
{
	(void)state;
	const int fd = dial();
	const int64_t before_ms = now_ms();
	put(fd, GET("/late?ms=300"));
	assert_true(read_until(fd, "\r\n\r\nlate", 1));
	assert_in_range(now_ms() - before_ms, 290, 3000);
	put(fd, GET("/"));
	assert_true(read_until(fd, "\r\n\r\nok", 1));
	close(fd);
}

/* ---- bodies ---- */

static void
reads_a_body_of_known_length(void **state)
{
	(void)state;
	const int fd = dial();
	put(fd, POST("/echo", "11") "hello");
	usleep(20000);
	put(fd, " world" GET("/"));
	assert_true(read_until(fd, "\r\n\r\nok", 1));
	assert_non_null(strstr(received, "\r\n\r\nhello world"));
	close(fd);
}

static void
reads_a_chunked_body_and_closes_behind_it(void **state)
{
	(void)state;
	const int fd = dial();
	put(fd, CHUNKED("/echo") "5\r\nhello\r\n");
	put(fd, "6\r\n world\r\n0\r\n\r\n" GET("/"));
	assert_true(is_closed(fd));
	assert_non_null(strstr(received, "\r\n\r\nhello world"));
	assert_null(strstr(received, "\r\n\r\nok"));
	close(fd);
}

static void
reads_a_body_of_exactly_the_limit(void **state)
{
	(void)state;
	const int fd = dial();
	put(fd, POST("/size", "131072"));
	put_many(fd, 131072);
	assert_true(read_until(fd, "\r\n\r\n131072", 1));
	close(fd);
}

static void
asks_for_the_body_when_the_client_waits(void **state)
{
	(void)state;
	const int fd = dial();
	put(fd,
		"POST /echo HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n"
		"Content-Length: 5\r\n\r\n");
	assert_true(read_until(fd, "HTTP/1.1 100 Continue\r\n\r\n", 1));
	put(fd, "hello");
	assert_true(read_until(fd, "\r\n\r\nhello", 1));
	close(fd);
}

static void
refuses_an_announced_body_before_reading_it(void **state)
{
	(void)state;
	const int fd = dial();
	put(fd, POST("/size", "131073"));
	assert_true(is_closed(fd));
	assert_non_null(strstr(received, "HTTP/1.1 413 "));
	assert_non_null(strstr(received, "Connection: close"));
	close(fd);
}

static void
lets_the_client_read_the_refusal_while_it_sends(void **state)
{
	(void)state;
	const int fd = dial();
	put(fd, POST("/size", "2000000"));
	put_many(fd, 2000000);
	assert_true(is_closed(fd));
	assert_non_null(strstr(received, "HTTP/1.1 413 "));
	close(fd);
}

static void
cuts_a_chunked_body_that_is_too_long(void **state)
{
	(void)state;
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

static void
drops_a_small_unwanted_body_and_keeps_the_connection(void **state)
{
	(void)state;
	const int fd = dial();
	put(fd, POST("/refuse", "5"));
	usleep(20000);
	put(fd, "hello" GET("/"));
	assert_true(read_until(fd, "\r\n\r\nok", 1));
	assert_non_null(strstr(received, "HTTP/1.1 401 "));
	close(fd);
}

static void
answers_an_unwanted_long_body_at_once(void **state)
{
	(void)state;
	const int fd = dial();
	put(fd, POST("/refuse", "100000"));
	assert_true(is_closed(fd));
	assert_non_null(strstr(received, "HTTP/1.1 401 "));
	close(fd);
}

static void
waits_for_a_refusal_that_comes_later(void **state)
{
	(void)state;
	const int fd = dial();
	put(fd, POST("/refuse-later", "100000"));
	assert_true(is_closed(fd));
	assert_non_null(strstr(received, "\r\n\r\nlate"));
	close(fd);
}

/* ---- clients that go, and deadlines ---- */

static void
tells_the_handler_when_the_client_goes_in_the_body(void **state)
{
	(void)state;
	const int gone = gone_count();
	const int fd = dial();
	put(fd, POST("/size", "100") "abc");
	usleep(50000);
	close(fd);
	usleep(50000);
	assert_int_equal(gone_count(), gone + 1);
}

static void
answers_into_the_void_when_the_client_has_gone(void **state)
{
	(void)state;
	const int gone = gone_count();
	const int fd = dial();
	put(fd, GET("/late?ms=100"));
	usleep(20000);
	const struct linger reset = {.l_onoff = 1};
	setsockopt(fd, SOL_SOCKET, SO_LINGER, &reset, sizeof(reset));
	close(fd);
	usleep(200000);
	assert_int_equal(gone_count(), gone);
	assert_healthy();
}

static void
ends_a_request_that_is_never_answered(void **state)
{
	(void)state;
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

/* Sends one byte every 100 ms; when the server had enough. */
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

static void
ends_headers_that_drip(void **state)
{
	(void)state;
	const int fd = dial();
	put(fd, "GET / HTTP/1.1\r\nHost: ");
	assert_in_range(drip(fd), 900, 3500);
	close(fd);
}

static void
ends_a_body_that_drips(void **state)
{
	(void)state;
	const int fd = dial();
	put(fd, POST("/size", "1000"));
	assert_in_range(drip(fd), 900, 3500);
	close(fd);
}

static void
ends_a_connection_that_says_nothing(void **state)
{
	(void)state;
	const int fd = dial();
	const int64_t before_ms = now_ms();
	assert_true(is_closed(fd));
	assert_in_range(now_ms() - before_ms, 900, 3500);
	close(fd);
}

static void
ends_an_idle_connection(void **state)
{
	(void)state;
	const int fd = dial();
	put(fd, GET("/"));
	assert_true(read_until(fd, "\r\n\r\nok", 1));
	const int64_t before_ms = now_ms();
	assert_true(is_closed(fd));
	assert_in_range(now_ms() - before_ms, 900, 3500);
	close(fd);
}

static void
ends_an_answer_that_is_not_read(void **state)
{
	(void)state;
	const int fd = dial();
	const int small = 4096;
	setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof(small));
	put(fd, GET("/big?bytes=20000000"));
	usleep(2300000);
	size_t size = 0;
	ssize_t got;
	while ((got = recv(fd, received, sizeof(received), 0)) > 0)
		size += (size_t)got;
	assert_true(size < 20000000);
	close(fd);
	assert_healthy();
}

/* ---- caps and addresses ---- */

/* Whether a new connection is served. */
static bool
is_served(int *fd)
{
	*fd = dial();
	if (send(*fd, GET("/"), strlen(GET("/")), MSG_NOSIGNAL) < 0)
		return false;
	return read_until(*fd, "\r\n\r\nok", 1);
}

static void
refuses_one_connection_too_many(void **state)
{
	(void)state;
	int fds[4];
	struct http_options options = canary_options();
	options.connections_max = 3;
	start_other(options);
	for (int i = 0; i < 3; i++)
		assert_true(is_served(&fds[i]));
	assert_false(is_served(&fds[3]));
	close(fds[3]);
	close(fds[0]);
	usleep(50000);
	assert_true(is_served(&fds[0]));
	for (int i = 0; i < 3; i++)
		close(fds[i]);
	restart();
}

static void
refuses_too_many_connections_of_one_address(void **state)
{
	(void)state;
	int fds[3];
	struct http_options options = canary_options();
	options.connections_per_address = 2;
	start_other(options);
	assert_true(is_served(&fds[0]));
	assert_true(is_served(&fds[1]));
	assert_false(is_served(&fds[2]));
	for (int i = 0; i < 3; i++)
		close(fds[i]);
	restart();
}

static void
believes_a_trusted_proxy_about_the_address(void **state)
{
	(void)state;
	struct http_options options = canary_options();
	options.trusted_proxies = "10.0.0.0/8, 127.0.0.1";
	start_other(options);
	const int fd = dial();
	put(fd,
		"GET /address HTTP/1.1\r\nHost: x\r\n"
		"X-Forwarded-For: 6.6.6.6, ::ffff:192.0.2.7\r\n"
		"X-Forwarded-For: 10.1.2.3\r\n\r\n");
	assert_true(read_until(fd, "\r\n\r\n192.0.2.7", 1));
	close(fd);
	restart();
}

static void
believes_nobody_else_about_the_address(void **state)
{
	(void)state;
	const int fd = dial();
	put(fd, "GET /address HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 6.6.6.6\r\n\r\n");
	assert_true(read_until(fd, "\r\n\r\n127.0.0.1", 1));
	close(fd);
}

static void
serves_ipv4_and_ipv6_on_one_socket(void **state)
{
	(void)state;
	struct http_options options = canary_options();
	options.listen = "::";
	start_other(options);
	const int fd = dial();
	put(fd, GET("/address"));
	assert_true(read_until(fd, "\r\n\r\n127.0.0.1", 1));
	close(fd);
	restart();
}

static void
refuses_to_listen_on_what_is_no_address(void **state)
{
	(void)state;
	struct http_options options = canary_options();
	options.loop = loop_new();
	options.listen = "localhost";
	assert_null(http_server_new(&options));
	assert_int_equal(errno, EINVAL);
	options.listen = "127.0.0.1";
	options.trusted_proxies = "10.0.0.0/33";
	assert_null(http_server_new(&options));
	assert_int_equal(errno, EINVAL);
	loop_free(options.loop);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keeps_a_connection_for_the_next_request),
		cmocka_unit_test(answers_two_pipelined_requests_in_order),
		cmocka_unit_test(adds_the_headers_that_every_answer_needs),
		cmocka_unit_test(lets_a_handler_replace_a_header_but_not_inject_one),
		cmocka_unit_test(answers_head_with_headers_only),
		cmocka_unit_test(sends_an_answer_of_half_a_megabyte),
		cmocka_unit_test(answers_later_from_a_timer),
		cmocka_unit_test(reads_a_body_of_known_length),
		cmocka_unit_test(reads_a_chunked_body_and_closes_behind_it),
		cmocka_unit_test(reads_a_body_of_exactly_the_limit),
		cmocka_unit_test(asks_for_the_body_when_the_client_waits),
		cmocka_unit_test(refuses_an_announced_body_before_reading_it),
		cmocka_unit_test(lets_the_client_read_the_refusal_while_it_sends),
		cmocka_unit_test(cuts_a_chunked_body_that_is_too_long),
		cmocka_unit_test(drops_a_small_unwanted_body_and_keeps_the_connection),
		cmocka_unit_test(answers_an_unwanted_long_body_at_once),
		cmocka_unit_test(waits_for_a_refusal_that_comes_later),
		cmocka_unit_test(tells_the_handler_when_the_client_goes_in_the_body),
		cmocka_unit_test(answers_into_the_void_when_the_client_has_gone),
		cmocka_unit_test(ends_a_request_that_is_never_answered),
		cmocka_unit_test(ends_headers_that_drip),
		cmocka_unit_test(ends_a_body_that_drips),
		cmocka_unit_test(ends_a_connection_that_says_nothing),
		cmocka_unit_test(ends_an_idle_connection),
		cmocka_unit_test(ends_an_answer_that_is_not_read),
		cmocka_unit_test(refuses_one_connection_too_many),
		cmocka_unit_test(refuses_too_many_connections_of_one_address),
		cmocka_unit_test(believes_a_trusted_proxy_about_the_address),
		cmocka_unit_test(believes_nobody_else_about_the_address),
		cmocka_unit_test(serves_ipv4_and_ipv6_on_one_socket),
		cmocka_unit_test(refuses_to_listen_on_what_is_no_address),
	};
	return cmocka_run_group_tests(tests, start, stop);
}
