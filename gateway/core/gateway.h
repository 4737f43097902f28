/*
 * gateway.h - what one event loop of the gateway holds.
 *
 * All loops share the objects marked "shared", which have their own locks.
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
	struct limits *limits;           /* shared */
	struct exports *exports;         /* shared */
	struct revocations *revocations; /* shared */
	struct writes *writes;           /* shared */
	struct http_memory *memory;      /* shared */
	struct http_peers *peers;        /* shared */
	int connections_max;             /* shared */
	struct health *health;
	struct load *load;
	struct invoke_watch
		*watches; /* calls that change credentials (core/invoke/call.c) */
	const struct config *config;
};

/* The gateway of the loop that received the request. */
#define GATEWAY_OF(request) ((struct gateway *)(request)->server_data)

#endif
