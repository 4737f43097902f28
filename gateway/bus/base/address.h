/*
 * address.h - what an operator writes, and the socket addresses that it means.
 */
#ifndef KITH_GATEWAY_BUS_BASE_ADDRESS_H
#define KITH_GATEWAY_BUS_BASE_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

/* One socket address: one replica. */
struct bus_address {
	struct sockaddr_storage socket; /* zeroed beyond .size */
	socklen_t size;
};

/* A list of them, from malloc(). */
struct bus_address_list {
	struct bus_address *items;
	size_t count;
};

/* One item of a comma-separated list. */
struct bus_endpoint {
	char *url; /* as the operator wrote it */
	char *host,
		*port; /* to be resolved again and again; NULL for ipc and numeric hosts */
	bool encrypted;                    /* tls+tcp */
	struct bus_address_list addresses; /* of now */
	void *owner; /* whom a new list concerns; the parser leaves it NULL */
};

/* A service's list of endpoints. */
struct bus_endpoints {
	struct bus_endpoint *items;
	size_t count;
};

/* Reads "ipc:///run/a.sock,tcp://127.0.0.1:5,tls+tcp://[2001:db8::1]:5,tls+tcp://name:5"; false
 * (errno EINVAL) when any item is not one of these. */
bool bus_address_parse(const char *list, struct bus_endpoints *out);

void bus_address_done(struct bus_endpoints *endpoints);

bool bus_address_equal(const struct bus_address *a, const struct bus_address *b);

/* Writes an address as an operator would, "ipc:///run/a.sock" or "tcp://[::1]:5", or what of it
 * fits. */
void bus_address_print(const struct bus_address *address, char *text, size_t size);

/*
 * All addresses of a host and port. Blocks unless `numeric`. True with an empty list when
 * there is surely no such name; false when it is not known now (the resolver is down).
 */
bool bus_address_resolve(
	const char *host, const char *port, bool numeric, struct bus_address_list *out);

#endif
