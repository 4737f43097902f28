#include "gateway/http/address.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct in6_addr
http_address_of(const struct sockaddr *peer)
{
	struct sockaddr_in in4;

	if (peer->sa_family == AF_INET6) {
		struct sockaddr_in6 in6;

		memcpy(&in6, peer, sizeof(in6));
		return in6.sin6_addr;
	}
	memcpy(&in4, peer, sizeof(in4));
	return network_mapped(&in4.sin_addr);
}

struct text
http_address_text(struct arena *arena, const struct in6_addr *address)
{
	char text[INET6_ADDRSTRLEN] = "";

	if (IN6_IS_ADDR_V4MAPPED(address))
		inet_ntop(AF_INET, address->s6_addr + 12, text, sizeof(text));
	else
		inet_ntop(AF_INET6, address, text, sizeof(text));
	return arena_text(arena, text);
}

bool
http_address_parse_proxies(const char *list, struct http_proxies *out)
{
	const char *data;
	struct network *networks;
	size_t count = 1, size, i = 0;

	*out = (struct http_proxies){0};
	if (list == NULL || *list == '\0')
		return true;
	for (const char *at = list; *at != '\0'; at++)
		count += *at == ',';
	networks = calloc(count, sizeof(*networks));
	if (networks == NULL)
		return false;
	while (network_next(&list, &data, &size)) {
		if (!network_parse(data, size, &networks[i++])) {
			free(networks);
			return false;
		}
	}
	*out = (struct http_proxies){.networks = networks, .count = i};
	return true;
}

/* Whether the first bits of two addresses agree. */
static bool
same_network(const struct network *network, const struct in6_addr *address)
{
	const size_t whole = (size_t)network->bits / 8;
	const int rest = network->bits % 8;
	int differing;

	if (memcmp(network->address.s6_addr, address->s6_addr, whole) != 0)
		return false;
	if (rest == 0)
		return true;
	differing = network->address.s6_addr[whole] ^ address->s6_addr[whole];
	return differing >> (8 - rest) == 0;
}

bool
http_address_is_proxy(const struct http_proxies *proxies, const struct in6_addr *address)
{
	for (size_t i = 0; i < proxies->count; i++)
		if (same_network(&proxies->networks[i], address))
			return true;
	return false;
}

/* Whether it is ":" and a port; proxies may hide ports behind other names (RFC 7239,
 * section 6.2). */
static bool
is_node_port(const char *data, size_t size)
{
	return size > 1 && data[0] == ':' && memchr(data, ' ', size) == NULL;
}

/* Reads an address that may have quotes, brackets and a port. */
static bool
parse_node(const char *data, size_t size, struct in6_addr *out)
{
	const char *end;

	if (size > 1 && data[0] == '"' && data[size - 1] == '"') {
		data++;
		size -= 2;
	}
	if (size > 0 && data[0] == '[') {
		end = memchr(data, ']', size);
		if (end == NULL || memchr(data, ':', (size_t)(end - data)) == NULL ||
			(end + 1 < data + size &&
				!is_node_port(end + 1, (size_t)(data + size - end - 1))))
			return false;
		return network_parse_address(data + 1, (size_t)(end - data - 1), out);
	}
	end = memchr(data, ':', size);
	if (end != NULL && memchr(data, '.', (size_t)(end - data)) != NULL &&
		is_node_port(end, (size_t)(data + size - end)))
		size = (size_t)(end - data);
	return network_parse_address(data, size, out);
}

/* Finds the value of `for` in an element of Forwarded; false without one. */
static bool
find_for(const char **data, size_t *size)
{
	const char *at = *data, *end = at + *size;

	while (at < end) {
		const char *semicolon = memchr(at, ';', (size_t)(end - at));
		const char *pair = at;
		size_t pair_size = (size_t)((semicolon != NULL ? semicolon : end) - at);

		at += pair_size + 1;
		network_trim(&pair, &pair_size);
		if (pair_size < 4 || strncasecmp(pair, "for=", 4) != 0)
			continue;
		*data = pair + 4;
		*size = pair_size - 4;
		return true;
	}
	return false;
}

/* The result of reading one line from its right end. */
enum walk {
	WALK_ONLY_PROXIES,
	WALK_CLIENT,
	WALK_UNREADABLE
};

static enum walk
walk_line(const struct http_proxies *proxies, const struct http_forwarded *forwarded,
	const char *line, struct in6_addr *client)
{
	size_t end = strlen(line);

	for (;;) {
		size_t begin = end, size;
		const char *data;

		while (begin > 0 && line[begin - 1] != ',')
			begin--;
		data = line + begin;
		size = end - begin;
		network_trim(&data, &size);
		if (size > 0) {
			if ((forwarded->pairs && !find_for(&data, &size)) ||
				!parse_node(data, size, client))
				return WALK_UNREADABLE;
			if (!http_address_is_proxy(proxies, client))
				return WALK_CLIENT;
		}
		if (begin == 0)
			return WALK_ONLY_PROXIES;
		end = begin - 1;
	}
}

struct in6_addr
http_address_forwarded(const struct http_proxies *proxies, const struct in6_addr *peer,
	const struct http_forwarded *forwarded)
{
	struct in6_addr client = *peer;

	if (!http_address_is_proxy(proxies, peer))
		return *peer;
	for (size_t i = forwarded->count; i-- > 0;) {
		const enum walk found =
			walk_line(proxies, forwarded, forwarded->lines[i], &client);

		if (found == WALK_UNREADABLE)
			return *peer;
		if (found == WALK_CLIENT)
			return client;
	}
	/* Only proxies: the furthest one is the client. */
	return client;
}
