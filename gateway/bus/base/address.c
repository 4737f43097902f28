/*
 * address.c - addresses of replicas: ipc paths, numeric hosts and names.
 */
#include "gateway/bus/base/address.h"

#include <errno.h>
#include <netdb.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/un.h>

#include "gateway/bus/base/memory.h"

#define IPC_SCHEME "ipc://"
#define TCP_SCHEME "tcp://"
#define TLS_SCHEME "tls+tcp://"

/* Bounds the answers of the DNS; no service has so many replicas. */
#define ADDRESSES_MAX 64

static void
append(struct bus_address_list *list, const void *socket, size_t size)
{
	struct bus_address *address;

	list->items = bus_memory_grow(list->items, list->count + 1, sizeof(*list->items));
	address = &list->items[list->count++];
	memset(address, 0, sizeof(*address));
	memcpy(&address->socket, socket, size);
	address->size = (socklen_t)size;
}

bool
bus_address_equal(const struct bus_address *a, const struct bus_address *b)
{
	return a->size == b->size && memcmp(&a->socket, &b->socket, a->size) == 0;
}

void
bus_address_print(const struct bus_address *address, char *text, size_t size)
{
	const struct sockaddr *socket = (const struct sockaddr *)&address->socket;
	const struct sockaddr_un *path = (const struct sockaddr_un *)&address->socket;
	char host[NI_MAXHOST] = "?";
	char port[NI_MAXSERV] = "?";

	if (socket->sa_family == AF_UNIX) {
		snprintf(text, size, IPC_SCHEME "%s", path->sun_path);
		return;
	}
	getnameinfo(socket, address->size, host, sizeof(host), port, sizeof(port),
		NI_NUMERICHOST | NI_NUMERICSERV);
	snprintf(text, size, strchr(host, ':') != NULL ? "tcp://[%s]:%s" : "tcp://%s:%s",
		host, port);
}

bool
bus_address_resolve(
	const char *host, const char *port, bool numeric, struct bus_address_list *out)
{
	struct addrinfo hints;
	struct addrinfo *found;
	int error;

	*out = (struct bus_address_list){0};
	hints = (struct addrinfo){.ai_family = AF_UNSPEC,
		.ai_socktype = SOCK_STREAM,
		.ai_flags = AI_NUMERICSERV | (numeric ? AI_NUMERICHOST : 0)};
	found = NULL;
	error = getaddrinfo(host, port, &hints, &found);
	if (error != 0)
		return error == EAI_NONAME || error == EAI_NODATA;
	for (const struct addrinfo *one = found; one != NULL; one = one->ai_next) {
		if (out->count < ADDRESSES_MAX &&
			one->ai_addrlen <= sizeof(out->items->socket))
			append(out, one->ai_addr, one->ai_addrlen);
	}
	freeaddrinfo(found);
	return true;
}

/* An absolute path that fits into a socket address. */
static bool
parse_ipc(const char *path, size_t size, struct bus_endpoint *out)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};

	if (size == 0 || size >= sizeof(address.sun_path) || path[0] != '/')
		return false;
	memcpy(address.sun_path, path, size);
	append(&out->addresses, &address, sizeof(address));
	return true;
}

/* A decimal port from 1 to 65535. */
static bool
port_valid(const char *port)
{
	uint32_t number = 0;
	size_t digits = 0;

	for (; port[digits] >= '0' && port[digits] <= '9' && digits < 6; digits++)
		number = number * 10 + (uint32_t)(port[digits] - '0');
	return digits > 0 && port[digits] == '\0' && number >= 1 && number <= 65535;
}

/* Splits "host:port" or "[host]:port" in place; false when it is neither. */
static bool
split(char *text, char **host, char **port)
{
	char *colon = strrchr(text, ':');

	if (colon == NULL || colon == text)
		return false;
	*colon = '\0';
	*port = colon + 1;
	*host = text;
	if (text[0] == '[') {
		if (colon[-1] != ']' || colon - text < 3)
			return false;
		colon[-1] = '\0';
		*host = text + 1;
	} else if (strchr(text, ':') != NULL) {
		return false; /* IPv6 needs its brackets */
	}
	return port_valid(*port);
}

/* A host and port; a host that is not numeric is resolved later. */
static bool
parse_tcp(const char *text, size_t size, struct bus_endpoint *out)
{
	char *copy = bus_memory_copy(text, size);
	char *host = NULL;
	char *port = NULL;
	const bool valid = split(copy, &host, &port);

	if (valid) {
		bus_address_resolve(host, port, true, &out->addresses);
		if (out->addresses.count == 0) {
			out->host = bus_memory_copy(host, strlen(host));
			out->port = bus_memory_copy(port, strlen(port));
		}
	}
	free(copy);
	return valid;
}

static bool
parse_one(const char *text, size_t size, struct bus_endpoint *out)
{
	static const struct {
		const char *scheme;
		bool (*parse)(const char *text, size_t size, struct bus_endpoint *out);
		bool encrypted;
	} known[] = {
		{IPC_SCHEME, parse_ipc, false},
		{TCP_SCHEME, parse_tcp, false},
		{TLS_SCHEME, parse_tcp, true},
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		const size_t scheme_size = strlen(known[i].scheme);

		if (size <= scheme_size ||
			strncmp(text, known[i].scheme, scheme_size) != 0)
			continue;
		out->encrypted = known[i].encrypted;
		return known[i].parse(text + scheme_size, size - scheme_size, out);
	}
	return false;
}

bool
bus_address_parse(const char *list, struct bus_endpoints *out)
{
	*out = (struct bus_endpoints){0};
	for (const char *item = list;; item++) {
		size_t whole;
		size_t size;
		struct bus_endpoint *endpoint;

		item += strspn(item, " ");
		whole = strcspn(item, ",");
		size = whole;
		while (size > 0 && item[size - 1] == ' ')
			size--;
		out->items =
			bus_memory_grow(out->items, out->count + 1, sizeof(*out->items));
		endpoint = &out->items[out->count++];
		*endpoint = (struct bus_endpoint){0};
		endpoint->url = bus_memory_copy(item, size);
		if (!parse_one(item, size, endpoint)) {
			bus_address_done(out);
			errno = EINVAL;
			return false;
		}
		item += whole;
		if (*item == '\0')
			return true;
	}
}

void
bus_address_done(struct bus_endpoints *endpoints)
{
	for (size_t i = 0; i < endpoints->count; i++) {
		free(endpoints->items[i].url);
		free(endpoints->items[i].host);
		free(endpoints->items[i].port);
		free(endpoints->items[i].addresses.items);
	}
	free(endpoints->items);
	*endpoints = (struct bus_endpoints){0};
}
