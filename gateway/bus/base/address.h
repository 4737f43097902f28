/*
 * address.h - addresses as an operator writes them, and their socket addresses.
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

struct bus_address_list {
	struct bus_address *items;
	size_t count;
};

/* One item of a comma-separated list. */
struct bus_endpoint {
	char *url;         /* as the operator wrote it */
	char *host, *port; /* to be resolved; NULL for ipc and numeric hosts */
	bool encrypted;    /* tls+tcp */
	struct bus_address_list addresses; /* at the moment */
	void *owner;                       /* for the caller; the parser leaves it NULL */
};

struct bus_endpoints {
	struct bus_endpoint *items;
	size_t count;
};

/* Reads "ipc:///run/a.sock,tcp://127.0.0.1:5,tls+tcp://[2001:db8::1]:5,tcp://name:5".
 * False (errno EINVAL) when an item has none of these forms. */
bool bus_address_parse(const char *list, struct bus_endpoints *out);

void bus_address_done(struct bus_endpoints *endpoints);

bool bus_address_equal(const struct bus_address *a, const struct bus_address *b);

/* Writes an address as "ipc:///run/a.sock" or "tcp://[::1]:5", cut to the size. */
void bus_address_print(const struct bus_address *address, char *text, size_t size);

/* All addresses of a host and port. Blocks unless `numeric`. True with an empty list when
 * the name does not exist; false when the resolver cannot tell now. */
bool bus_address_resolve(
	const char *host, const char *port, bool numeric, struct bus_address_list *out);

#endif
