/* Limits, client addresses, draining and stopping: each test has a server of its own. */
#include <dirent.h>

#include "tests/support/test.h"
#include "tests/unit/gateway/http/http_client.h"

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

static bool
is_served(int *fd)
{
	*fd = dial();
	if (send(*fd, GET("/"), strlen(GET("/")), MSG_NOSIGNAL) < 0)
		return false;
	return read_until(*fd, "\r\n\r\nok", 1);
}

TEST(refuses_one_connection_too_many)
{
	int fds[4];
	struct http_options options = canary_options();

	options.connections_max = 3;
	start_other(options);
	for (int i = 0; i < 3; i++)
		assert_true(is_served(&fds[i]));
	assert_false(is_served(&fds[3]));
	close(fds[3]);
	close(fds[0]);
	assert_soon(is_served(&fds[0]) || close(fds[0]) != 0);
	for (int i = 0; i < 3; i++)
		close(fds[i]);
	restart();
}

TEST(refuses_too_many_connections_of_one_address)
{
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

/* 127.0.9.1 to 127.0.9.20 are one network, which holds every place. It gives way at once,
 * and never to a client that holds as many. */
TEST(takes_a_place_from_the_network_that_holds_most)
{
	const in_addr_t crowded = INADDR_LOOPBACK + 0x900;
	struct http_options options = canary_options();
	int heads[20], fds[6];

	options.connections_max = COUNT_OF(heads);
	options.headers_ms = options.idle_ms = 60000;
	start_other(options);
	for (size_t i = 0; i < COUNT_OF(heads); i++) {
		heads[i] = dial_from(crowded + (in_addr_t)i);
		put(heads[i], "GET / HTTP/1.1\r\nHos");
	}
	for (size_t i = 0; i < COUNT_OF(fds); i++)
		assert_true(is_served(&fds[i]));
	/* The oldest ones are closed. */
	for (size_t i = 0; i < COUNT_OF(fds) / 2; i++)
		assert_true(is_closed(heads[i]));
	put(heads[COUNT_OF(heads) - 1], "t: x\r\n\r\n");
	assert_true(read_until(heads[COUNT_OF(heads) - 1], "\r\n\r\nok", 1));
	for (size_t i = 0; i < COUNT_OF(heads); i++)
		close(heads[i]);
	for (size_t i = 0; i < COUNT_OF(fds); i++)
		close(fds[i]);
	restart();
}

/* The number of the server's descriptors. */
static int
descriptors(void)
{
	char path[64];
	DIR *folder;
	int count = 0;

	snprintf(path, sizeof(path), "/proc/%d/fd", (int)canary.pid);
	folder = opendir(path);
	assert_non_null(folder);
	while (readdir(folder) != NULL)
		count++;
	closedir(folder);
	return count - 2; /* "." and ".." */
}

/* More connections than descriptors, all of which end in the same moment. */
TEST(listens_again_after_its_descriptors_ran_out)
{
	int fds[200], last;

	canary_files = 64;
	start_other(canary_options());
	for (int round = 0; round < 5; round++) {
		const int64_t end_ms = now_ms() + 4000;

		for (size_t i = 0; i < COUNT_OF(fds); i++)
			fds[i] = dial();
		while (descriptors() < 64 && now_ms() < end_ms)
			usleep(1000);
		assert_true(descriptors() >= 64);
		for (size_t i = 0; i < COUNT_OF(fds); i++)
			close(fds[i]);
		assert_true(is_served(&last));
		close(last);
	}
	canary_files = 4096;
	restart();
}

TEST(believes_a_trusted_proxy_about_the_address)
{
	struct http_options options = canary_options();
	int fd;

	options.trusted_proxies = "10.0.0.0/8, 127.0.0.1";
	start_other(options);
	fd = dial();
	put(fd,
		"GET /address HTTP/1.1\r\nHost: x\r\n"
		"X-Forwarded-For: 6.6.6.6, ::ffff:192.0.2.7\r\n"
		"X-Forwarded-For: 10.1.2.3\r\n\r\n");
	assert_true(read_until(fd, "\r\n\r\n192.0.2.7", 1));
	close(fd);
	restart();
}

/* Expects this address of a client whose request has this header, behind a proxy. */
static void
expect_address(const char *header, const char *expected)
{
	const int fd = dial();
	char text[256];

	snprintf(text, sizeof(text), "GET /address HTTP/1.1\r\nHost: x\r\n%s\r\n\r\n",
		header);
	put(fd, text);
	snprintf(text, sizeof(text), "\r\n\r\n%s", expected);
	if (!read_until(fd, text, 1))
		fail_msg("%s does not lead to %s", header, expected);
	close(fd);
}

TEST(reads_every_form_in_which_proxies_write_addresses)
{
	struct http_options options = canary_options();

	options.trusted_proxies = "10.0.0.0/8, 127.0.0.1";
	start_other(options);
	expect_address("X-Forwarded-For: 203.0.113.9:51234", "203.0.113.9");
	expect_address("X-Forwarded-For: [2001:db8::7]:443, , 10.1.1.1 ", "2001:db8::7");
	expect_address("Forwarded: for=6.6.6.6, for=\"203.0.113.9:1\";proto=https",
		"203.0.113.9");
	expect_address(
		"Forwarded: for=203.0.113.9\r\nForwarded: for=10.1.1.1", "203.0.113.9");
	expect_address(
		"X-Forwarded-For: 203.0.113.9\r\nForwarded: for=6.6.6.6", "203.0.113.9");
	restart();
}

TEST(believes_nobody_else_about_the_address)
{
	const int fd = dial();

	put(fd, "GET /address HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 6.6.6.6\r\n\r\n");
	assert_true(read_until(fd, "\r\n\r\n127.0.0.1", 1));
	close(fd);
}

TEST(serves_ipv4_and_ipv6_on_one_socket)
{
	struct http_options options = canary_options();
	int fd;

	options.listen = "::";
	start_other(options);
	fd = dial();
	put(fd, GET("/address"));
	assert_true(read_until(fd, "\r\n\r\n127.0.0.1", 1));
	close(fd);
	restart();
}

TEST(finishes_what_it_has_begun_when_it_drains)
{
	const int idle = dial(), busy = dial(), last = dial();
	int refused;
	struct sockaddr_in address = {.sin_family = AF_INET,
		.sin_port = htons(canary.port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};

	put(idle, GET("/"));
	assert_true(read_until(idle, "\r\n\r\nok", 1));
	put(busy, GET("/late?ms=300"));
	usleep(20000);
	put(last, GET("/drain"));
	assert_true(is_closed(last));
	assert_non_null(strstr(received, "Connection: close"));
	assert_true(is_closed(idle));
	assert_true(is_closed(busy));
	assert_non_null(strstr(received, "\r\n\r\nlate"));
	close(idle);
	close(busy);
	close(last);
	refused = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	assert_int_not_equal(
		connect(refused, (const void *)&address, sizeof(address)), 0);
	assert_int_equal(errno, ECONNREFUSED);
	close(refused);
	restart();
}

TEST(stops_with_requests_under_way_and_leaks_nothing)
{
	const int waiting = dial(), sending = dial(), silent = dial(), refused = dial();

	put(waiting, GET("/never"));
	put(sending, POST("/size", "1000") "abc");
	put(refused, POST("/size", "1000000") "abc");
	usleep(50000);
	restart();
	assert_true(is_closed(waiting));
	assert_true(is_closed(sending));
	assert_true(is_closed(silent));
	close(waiting);
	close(sending);
	close(silent);
	close(refused);
}

TEST(counts_its_connections)
{
	int one;
	int two;

	restart();
	one = dial();
	two = dial();
	put(one, GET("/"));
	assert_true(read_until(one, "\r\n\r\nok", 1));
	assert_int_equal(connection_count(two), 2);
	close(one);
	assert_soon(connection_count(two) == 1);
	close(two);
}

TEST(refuses_to_listen_on_what_is_no_address)
{
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
