/*
 * The client's address: a line of trusted proxies, a line with the address of the
 * connection, then lines of
 * X-Forwarded-For or Forwarded. The origin: the same lines as base URL,
 * allowed origins, and Origin or Host.
 */
#include <strings.h>

#include "gateway/http/address.h"
#include "gateway/mcp/origin.h"
#include "tests/fuzz/fuzz.h"

#define LINES_MAX 8

static bool
same(const struct in6_addr *a, const struct in6_addr *b)
{
	return memcmp(a, b, sizeof(*a)) == 0;
}

/* An address and its text convert into each other. */
static void
check_address(struct arena *arena, const char *text)
{
	struct in6_addr address, again;
	struct text canonical;

	if (!network_parse_address(text, strlen(text), &address))
		return;
	canonical = http_address_text(arena, &address);
	FUZZ_HOLDS(network_parse_address(canonical.data, canonical.size, &again));
	FUZZ_HOLDS(same(&address, &again));
}

/* Only a trusted proxy may name another client, and never another proxy behind it. */
static void
check_forwarded(
	const char *list, const char *peer_text, const char *const *lines, size_t count)
{
	struct http_proxies proxies;
	struct in6_addr peer, client;

	if (!http_address_parse_proxies(list, &proxies))
		return;
	if (network_parse_address(peer_text, strlen(peer_text), &peer)) {
		for (int pairs = 0; pairs < 2; pairs++) {
			const struct http_forwarded forwarded = {lines, count, pairs};

			client = http_address_forwarded(&proxies, &peer, &forwarded);
			if (!http_address_is_proxy(&proxies, &peer))
				FUZZ_HOLDS(same(&client, &peer));
		}
	}
	free(proxies.networks);
}

/* A page may use the tool server only if its host is allowed as well, or if any host
 * is. */
static void
check_origin(const char *base_url, const char *allowed, const char *caller)
{
	bool origin = mcp_origin_allowed(base_url, allowed, caller);

	mcp_origin_host_allowed(base_url, allowed, caller);
	if (origin)
		FUZZ_HOLDS(strncasecmp(caller, "http", 4) == 0 &&
			strchr(caller, ',') == NULL);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = {.arena = fuzz_arena(), .data = data, .size = size};
	const char *first = fuzz_line(&input), *second = fuzz_line(&input);
	const char *lines[LINES_MAX];
	size_t count = 0;

	while (input.size > 0 && count < LINES_MAX)
		lines[count++] = fuzz_line(&input);
	check_address(input.arena, second);
	check_forwarded(first, second, lines, count);
	check_origin(first, second, count > 0 ? lines[0] : "");
	return 0;
}
