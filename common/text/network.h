/*
 * network.h - addresses and networks of clients and proxies: "192.0.2.7", "10.0.0.0/8".
 */
#ifndef KITH_COMMON_TEXT_NETWORK_H
#define KITH_COMMON_TEXT_NETWORK_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>

/* IPv4 addresses are mapped into IPv6: ::ffff:a.b.c.d. */
#define NETWORK_MAPPED_BITS 96

struct network {
	struct in6_addr address;
	int bits; /* of the prefix; 128 for one address */
};

struct in6_addr network_mapped(const struct in_addr *in4);

/* The network that one client has at most: the /24 of an IPv4 address, the /48 of an IPv6
 * one. */
struct in6_addr network_of_client(const struct in6_addr *address);

/* Reads an IPv4 or IPv6 address. */
bool network_parse_address(const char *data, size_t size, struct in6_addr *out);

/* Reads "address" or "address/bits". */
bool network_parse(const char *data, size_t size, struct network *out);

/* Removes blanks from both ends of a list item. */
void network_trim(const char **data, size_t *size);

/* Takes the next item of a list that commas separate, without its blanks; *list is then
 * behind it. False after the last item. */
bool network_next(const char **list, const char **data, size_t *size);

#endif
