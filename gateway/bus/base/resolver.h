/*
 * resolver.h - resolves names periodically, in threads, because getaddrinfo(3) blocks.
 */
#ifndef KITH_GATEWAY_BUS_BASE_RESOLVER_H
#define KITH_GATEWAY_BUS_BASE_RESOLVER_H

#include "common/base/loop.h"
#include "gateway/bus/base/address.h"

struct bus_resolver;

/* A name was resolved; the callback owns the list. Runs in the loop's thread. */
typedef void bus_resolver_found(void *data, struct bus_address_list list);

struct bus_resolver *
bus_resolver_new(struct loop *loop, int interval_ms, bus_resolver_found *found);

/* Adds a name before bus_resolver_start(). */
void bus_resolver_add(
	struct bus_resolver *resolver, const char *host, const char *port, void *data);

/* Starts to resolve the names. */
void bus_resolver_start(struct bus_resolver *resolver);

/* No callback runs afterwards; never blocks. NULL is fine. */
void bus_resolver_free(struct bus_resolver *resolver);

#endif
