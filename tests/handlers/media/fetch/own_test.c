/*
 * own_test.c - fetches do not reach the instance itself, in a network namespace whose
 * loopback interface has public addresses.
 */
#include "services/media/fetch/own.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/ipv6.h>
#include <net/if.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/config/config.h"
#include "proto/field.h"
#include "services/media/fetch/fetch.h"
#include "tests/support/test.h"

#define OWN_IPV4 "9.9.9.9"
#define OWN_IPV6 "2620:fe::fe"
#define BASE_IPV4 "149.112.112.112"

#define NO_NAMESPACE 77

static struct sockaddr_storage
address_of(const char *text)
{
	struct sockaddr_storage address = {0};
	struct sockaddr_in *four = (void *)&address;
	struct sockaddr_in6 *six = (void *)&address;

	address.ss_family = strchr(text, ':') == NULL ? AF_INET : AF_INET6;
	if (address.ss_family == AF_INET)
		inet_pton(AF_INET, text, &four->sin_addr);
	else
		inet_pton(AF_INET6, text, &six->sin6_addr);
	return address;
}

static bool
is_own(const char *text)
{
	const struct sockaddr_storage address = address_of(text);

	return own_has_address((const struct sockaddr *)&address);
}

/* Gives the loopback interface public addresses. */
static bool
add_addresses(void)
{
	const struct sockaddr_storage four = address_of(OWN_IPV4);
	const struct sockaddr_storage six = address_of(OWN_IPV6);
	struct in6_ifreq of_six = {.ifr6_prefixlen = 128, .ifr6_ifindex = 1};
	struct ifreq of_four = {.ifr_name = "lo:1"}, up = {.ifr_name = "lo"};
	const int with_four = socket(AF_INET, SOCK_DGRAM, 0);
	const int with_six = socket(AF_INET6, SOCK_DGRAM, 0);

	up.ifr_flags = IFF_UP | IFF_LOOPBACK;
	memcpy(&of_four.ifr_addr, &four, sizeof(of_four.ifr_addr));
	of_six.ifr6_addr = ((const struct sockaddr_in6 *)(const void *)&six)->sin6_addr;
	if (ioctl(with_four, SIOCSIFFLAGS, &up) != 0 ||
		ioctl(with_four, SIOCSIFADDR, &of_four) != 0 ||
		ioctl(with_six, SIOCSIFADDR, &of_six) != 0)
		return false;
	/* A new address of IPv6 can be used a moment later. */
	for (int i = 0; i < 500; i++) {
		if (bind(with_six, (const struct sockaddr *)&six,
			    sizeof(struct sockaddr_in6)) == 0)
			return true;
		usleep(10000);
	}
	return false;
}

/* Listens at port 80 of every address of the namespace. */
static int
listen_at_80(void)
{
	const struct sockaddr_in6 any = {.sin6_family = AF_INET6, .sin6_port = htons(80)};
	const int fd = socket(AF_INET6, SOCK_STREAM | SOCK_NONBLOCK, 0);

	if (bind(fd, (const struct sockaddr *)&any, sizeof(any)) != 0 ||
		listen(fd, 8) != 0)
		return -1;
	return fd;
}

static enum fetch_outcome
fetch_from(const char *url, bool allowed)
{
	struct arena *arena = arena_new(4096);
	const struct fetch_request request = {.url = url,
		.bytes_max = 1000,
		.total_ms = 300,
		.also_allowed = allowed ? OWN_IPV4 ":80" : NULL};
	struct fetch_answer answer;
	const enum fetch_outcome outcome = fetch(arena, &request, &answer);

	arena_free(arena);
	return outcome;
}

#define EXPECT(condition) \
	do { \
		if (!(condition)) { \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
			return 1; \
		} \
	} while (0)

static int
check_in_namespace(void)
{
	const int listener = listen_at_80();

	EXPECT(listener >= 0);
	EXPECT(fetch_from("http://" OWN_IPV4 "/a.png", false) == FETCH_REFUSED);
	EXPECT(fetch_from("http://[" OWN_IPV6 "]/a.png", false) == FETCH_REFUSED);
	EXPECT(fetch_from("http://" BASE_IPV4 "/a.png", false) == FETCH_REFUSED);
	EXPECT(accept(listener, NULL, NULL) < 0 && errno == EAGAIN);
	EXPECT(fetch_from("http://" OWN_IPV4 "/a.png", true) == FETCH_FAILED);
	EXPECT(accept(listener, NULL, NULL) >= 0);
	EXPECT(is_own(OWN_IPV4) && is_own(OWN_IPV6) && is_own(BASE_IPV4));
	EXPECT(!is_own("9.9.9.10") && !is_own("2620:fe::9"));
	return 0;
}

TEST(reaches_no_address_of_an_interface_or_of_the_base_url)
{
	int status;
	pid_t child = fork();

	if (child == 0) {
		const bool inside = unshare(CLONE_NEWNET) == 0 ||
			unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0;

		_exit(inside && add_addresses() ? check_in_namespace() : NO_NAMESPACE);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	if (WEXITSTATUS(status) == NO_NAMESPACE)
		skip();
	assert_int_equal(WEXITSTATUS(status), 0);
}

TEST(knows_the_host_of_the_base_url_however_it_is_written)
{
	assert_true(own_is_host(BASE_IPV4));
	assert_true(own_is_host(BASE_IPV4 "."));
	assert_false(own_is_host("149.112.112.113"));
	assert_false(own_is_host(""));
	assert_int_equal(fetch_from("http://" BASE_IPV4 "./", false), FETCH_REFUSED);
}

static void
set_up(void)
{
	setenv("KITH_BASE_URL", "https://" BASE_IPV4, 1);
	setenv("KITH_DATABASE_URL", "postgresql:///unused", 0);
	config_load();
	assert_true(fetch_open());
}

const struct test_scene test_scene = {.open = set_up};
