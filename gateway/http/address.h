/*
 * address.h - client addresses in one form: 16 bytes, IPv4 as ::ffff:a.b.c.d.
 *
 * A dual-stack socket reports an IPv4 client as a mapped address, a proxy in dotted form.
 * Limits and logs need one form to count a client once.
 */
#ifndef KITH_GATEWAY_HTTP_ADDRESS_H
#define KITH_GATEWAY_HTTP_ADDRESS_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

#include "common/base/arena.h"
#include "common/text/network.h"

/* Networks whose X-Forwarded-For and Forwarded headers are trusted. */
struct http_proxies {
	struct network *networks;
	size_t count;
};

/* The address of a TCP socket's peer. */
struct in6_addr http_address_of(const struct sockaddr *peer);

/* "192.0.2.7" or "2001:db8::7", never the mapped form. */
struct text http_address_text(struct arena *arena, const struct in6_addr *address);

/* "192.0.2.1, 10.0.0.0/8": false when any entry is malformed. The networks are
 * malloc'd. */
bool http_address_parse_proxies(const char *list, struct http_proxies *out);

bool
http_address_is_proxy(const struct http_proxies *proxies, const struct in6_addr *address);

/* The lines that proxies have written, in the order received. */
struct http_forwarded {
	const char *const *lines;
	size_t count;
	bool pairs; /* Forwarded (RFC 7239) instead of X-Forwarded-For */
};

/*
 * The client behind `peer`. When the peer is a proxy, it is the right-most address of the
 * lines that is not a proxy's: a client may have forged everything to the left of it. An
 * address may have a port, brackets and quotes, and empty entries do not count. The peer
 * itself when an entry cannot be read.
 */
struct in6_addr http_address_forwarded(const struct http_proxies *proxies,
	const struct in6_addr *peer, const struct http_forwarded *forwarded);

#endif
