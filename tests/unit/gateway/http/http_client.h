/*
 * http_client.h - a raw client for the tests of http, and the server that they share.
 */
#ifndef KITH_TESTS_UNIT_GATEWAY_HTTP_HTTP_CLIENT_H
#define KITH_TESTS_UNIT_GATEWAY_HTTP_HTTP_CLIENT_H

#include "tests/support/test.h"
#include "tests/unit/gateway/http/http_canary.h"

#define LOG_PATH "/dev/null"
#define GET(path) "GET " path " HTTP/1.1\r\nHost: x\r\n\r\n"
#define POST(path, length) \
	"POST " path " HTTP/1.1\r\nHost: x\r\nContent-Length: " length "\r\n\r\n"
#define CHUNKED(path) \
	"POST " path " HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"

static struct canary canary;
static char received[1 << 20];

static inline int64_t
now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- the client -------------------------------------------------------------------- */

/* Connects from an address of the loopback network; each read fails after four
 * seconds. */
static int
dial_from(in_addr_t source)
{
	const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	const struct timeval limit = {.tv_sec = 4};
	const struct sockaddr_in own = {
		.sin_family = AF_INET, .sin_addr.s_addr = htonl(source)};
	struct sockaddr_in address = {.sin_family = AF_INET,
		.sin_port = htons(canary.port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};

	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
	setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof(limit));
	assert_int_equal(bind(fd, (const void *)&own, sizeof(own)), 0);
	assert_int_equal(connect(fd, (const void *)&address, sizeof(address)), 0);
	return fd;
}

static int
dial(void)
{
	return dial_from(INADDR_LOOPBACK);
}

static void
put(int fd, const char *text)
{
	const size_t size = strlen(text);

	assert_int_equal(send(fd, text, size, MSG_NOSIGNAL), size);
}

/* Sends zeros as long as they are accepted. */
static inline void
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
		ssize_t got;

		received[size] = '\0';
		for (const char *at = received; (at = strstr(at, until)); at++)
			found++;
		if (found >= times)
			return true;
		got = recv(fd, received + size, sizeof(received) - 1 - size, 0);
		if (got <= 0)
			return false;
		size += (size_t)got;
	}
}

/* Whether the server closes the connection; `received` has what it sent before. */
static inline bool
is_closed(int fd)
{
	size_t size = 0;
	ssize_t got;

	while ((got = recv(fd, received + size, sizeof(received) - 1 - size, 0)) > 0)
		size += (size_t)got;
	received[size] = '\0';
	return got == 0 || errno == ECONNRESET;
}

/* Resets the connection. */
static inline void
reset(int fd)
{
	const struct linger at_once = {.l_onoff = 1};

	setsockopt(fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
	close(fd);
}

static void
start(void)
{
	canary = canary_start(canary_options(), LOG_PATH);
	assert_int_not_equal(canary.port, 0);
}

static void
stop(void)
{
	assert_int_equal(canary_end(&canary), 0);
}

/* The number of requests whose end the handler was told. */
static inline int
gone_count(void)
{
	const int fd = dial();

	put(fd, GET("/counts"));
	assert_true(read_until(fd, "gone=", 1));
	close(fd);
	return (int)strtol(strstr(received, "gone=") + 5, NULL, 10);
}

/* The server's count of connections, requested over one of them. */
static inline int
connection_count(int fd)
{
	put(fd, GET("/counts"));
	assert_true(read_until(fd, "connections=", 1));
	return (int)strtol(strstr(received, "connections=") + 12, NULL, 10);
}

const struct test_scene test_scene = {.open = start, .close = stop};

#endif
