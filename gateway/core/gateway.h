/*
 * gateway.h - what one event loop of the gateway holds.
 *
 * Loops share the objects that are marked as the process's; each of those has its own locks.
 */
#ifndef KITH_GATEWAY_CORE_GATEWAY_H
#define KITH_GATEWAY_CORE_GATEWAY_H

#include "common/base/loop.h"
#include "common/config/config.h"
#include "gateway/bus/bus.h"
#include "gateway/http/http.h"

struct token_cache;
struct limits;
struct exports;
struct revocations;
struct writes;
struct health;
struct load;
struct invoke_watch;
struct http_memory;
struct http_peers;

struct gateway {
	struct loop *loop;
	struct bus *bus;
	struct http_server *http;
	struct token_cache *tokens;
	struct limits *limits;           /* the process's */
	struct exports *exports;         /* the process's */
	struct revocations *revocations; /* the process's */
	struct writes *writes;           /* the process's */
	struct http_memory *memory;      /* the process's */
	struct http_peers *peers;        /* the process's */
	int connections_max;             /* the process's */
	struct health *health;
	struct load *load;
	struct invoke_watch *watches; /* of core/invoke */
	const struct config *config;
};

/* The gateway of the loop that a request came in on. */
#define GATEWAY_OF(request) ((struct gateway *)(request)->server_data)

#endif
