/*
 * own.h - tells the addresses of this instance from those of others.
 *
 * A request from the instance to itself would come from a trusted place: past a firewall,
 * or past the reverse proxy.
 */
#ifndef KITH_SERVICES_MEDIA_FETCH_OWN_H
#define KITH_SERVICES_MEDIA_FETCH_OWN_H

#include <netinet/in.h>
#include <stdbool.h>

/* Whether an interface of this machine or the host of KITH_BASE_URL has the address. May
 * wait for the name service, once a minute. */
bool own_has_address(const struct sockaddr *address);

/* Whether this is the host of KITH_BASE_URL. */
bool own_is_host(const char *host);

#endif
