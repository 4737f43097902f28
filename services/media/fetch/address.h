/*
 * address.h - tells public internet addresses from others.
 */
#ifndef KITH_SERVICES_MEDIA_FETCH_ADDRESS_H
#define KITH_SERVICES_MEDIA_FETCH_ADDRESS_H

#include <netinet/in.h>
#include <stdbool.h>

/*
 * Whether an address is global unicast by IANA's special-purpose registries (RFC 6890),
 * does not embed another address, and belongs to no cloud's metadata service. Unknown
 * addresses are not public.
 */
bool address_is_public_ipv4(struct in_addr address);
bool address_is_public_ipv6(const struct in6_addr *address);
bool address_is_public(const struct sockaddr *address);

#endif
