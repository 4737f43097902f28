#include "services/media/fetch/own.h"

#include <netdb.h>
#include <pthread.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "common/base/arena.h"
#include "common/base/clock.h"
#include "common/config/config.h"
#include "services/media/web/web.h"

/* How long the addresses of the base URL's host count. */
#define RESOLVED_MS 60000
#define ADDRESSES_MAX 32

/* The addresses of the base URL's host. A failed lookup keeps the previous ones. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct sockaddr_storage resolved[ADDRESSES_MAX];
static size_t resolved_count;
static int64_t resolved_until_ms;

static bool
is_same(const struct sockaddr *a, const struct sockaddr *b)
{
	const struct sockaddr_in *four = (const void *)a, *other_four = (const void *)b;
	const struct sockaddr_in6 *six = (const void *)a, *other_six = (const void *)b;

	if (a->sa_family != b->sa_family)
		return false;
	if (a->sa_family == AF_INET)
		return four->sin_addr.s_addr == other_four->sin_addr.s_addr;
	return a->sa_family == AF_INET6 &&
		memcmp(&six->sin6_addr, &other_six->sin6_addr, sizeof(six->sin6_addr)) ==
		0;
}

/* ---- the interfaces ---- */

/* For a destination that is its own, the kernel takes the same address as the source.
 * Connecting a datagram socket sends nothing. */
static bool
is_of_interface(const struct sockaddr *address)
{
	struct sockaddr_storage to = {0}, from = {0};
	socklen_t size = address->sa_family == AF_INET ? sizeof(struct sockaddr_in)
						       : sizeof(struct sockaddr_in6);
	const int fd = socket(address->sa_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	bool same;

	memcpy(&to, address, size);
	same = fd >= 0 && connect(fd, (const struct sockaddr *)&to, size) == 0 &&
		getsockname(fd, (struct sockaddr *)&from, &size) == 0 &&
		is_same(address, (const struct sockaddr *)&from);
	if (fd >= 0)
		close(fd);
	return same;
}

/* ---- the base URL ---- */

/* The host of the base URL without brackets and without a final dot. */
static const char *
host_of(struct arena *arena, const char *host)
{
	size_t size = strlen(host);

	if (size > 2 && host[0] == '[')
		return arena_copy(arena, host + 1, size - 2);
	while (size > 0 && host[size - 1] == '.')
		size--;
	return arena_copy(arena, host, size);
}

static const char *
base_host(struct arena *arena)
{
	CURLU *url = curl_url();
	const char *host = NULL;

	if (url != NULL &&
		curl_url_set(url, CURLUPART_URL, config()->base_url.data, 0) == CURLUE_OK)
		host = web_url_part(arena, url, CURLUPART_HOST, 0);
	curl_url_cleanup(url);
	return host_of(arena, host == NULL ? "" : host);
}

static void
resolve(void)
{
	const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
	struct arena *arena = arena_new(512);
	struct addrinfo *list = NULL;

	if (getaddrinfo(base_host(arena), NULL, &hints, &list) == 0) {
		resolved_count = 0;
		for (const struct addrinfo *at = list;
			at != NULL && resolved_count < ADDRESSES_MAX; at = at->ai_next)
			memcpy(&resolved[resolved_count++], at->ai_addr, at->ai_addrlen);
		freeaddrinfo(list);
	}
	arena_free(arena);
	resolved_until_ms = clock_monotonic_ms() + RESOLVED_MS;
}

static bool
is_of_base_url(const struct sockaddr *address)
{
	bool same = false;

	pthread_mutex_lock(&lock);
	if (clock_monotonic_ms() >= resolved_until_ms)
		resolve();
	for (size_t i = 0; i < resolved_count && !same; i++)
		same = is_same(address, (const struct sockaddr *)&resolved[i]);
	pthread_mutex_unlock(&lock);
	return same;
}

bool
own_has_address(const struct sockaddr *address)
{
	return is_of_interface(address) || is_of_base_url(address);
}

bool
own_is_host(const char *host)
{
	struct arena *arena = arena_new(512);
	const bool same = strcasecmp(host_of(arena, host), base_host(arena)) == 0;

	arena_free(arena);
	return same;
}
