/*
 * address.h - which addresses are of the public internet.
 */
#ifndef KITH_SERVICES_MEDIA_FETCH_ADDRESS_H
#define KITH_SERVICES_MEDIA_FETCH_ADDRESS_H

#include <netinet/in.h>
#include <stdbool.h>

/*
 * Whether a host at this address may be one of the public internet: global unicast, as the
 * registries of IANA for special purposes have it (RFC 6890), and none that stands for another one.
 * What is not known to be public is not.
 */
bool address_is_public_ipv4(struct in_addr address);
bool address_is_public_ipv6(const struct in6_addr *address);
bool address_is_public(const struct sockaddr *address);

#endif
