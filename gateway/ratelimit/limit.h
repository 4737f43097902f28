/*
 * limit.h - token buckets, in memory, shared by the loops of a process.
 */
#ifndef KITH_GATEWAY_RATELIMIT_LIMIT_H
#define KITH_GATEWAY_RATELIMIT_LIMIT_H

#include "common/call/call.h"
#include "gateway/core/gateway.h"

enum limit_class {
	LIMIT_ANONYMOUS,
	LIMIT_READ,
	LIMIT_WRITE,
	LIMIT_TOOL,
	LIMIT_MESSAGE, /* to the tool server, and no tool call */
	LIMIT_IMAGE,   /* that a member sets, in half an hour */
	LIMIT_OPEN_READ, /* by address: images and preflights, as many as a member may read */
	LIMIT_CLIENT, /* by address: apps at the authorization server; hosted ones share theirs */
	LIMIT_CLASSES
};

struct limit_state {
	enum limit_class class;
	int64_t limit, remaining, reset_s; /* for RateLimit and RateLimit-Policy */
	int64_t window_s;                  /* what .limit is for */
};

/* Takes one from the bucket of a key (member, member and client, or address). False = empty;
 * reset_s is then Retry-After. A class that is off (0) always passes with limit 0. */
bool limit_take(struct gateway *gateway, enum limit_class class, const void *key,
	size_t key_size, struct limit_state *state);

/* limit_take() with the key of a principal: its member, for LIMIT_TOOL and LIMIT_MESSAGE its
 * member and client, for LIMIT_ANONYMOUS, LIMIT_OPEN_READ and LIMIT_CLIENT its address (/64 of IPv6). */
bool limit_take_for(struct gateway *gateway, enum limit_class class,
	const struct principal *principal, struct limit_state *state);

/* Counts a token from this address that stood for nobody. An address may send as many of them in
 * a minute as it has anonymous requests, before they are looked up one at a time. */
void limit_guess(struct gateway *gateway, const char *address);

/* Whether the address has not yet sent as many. */
bool limit_guess_left(struct gateway *gateway, const char *address);

/* Adds RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers) to an answer; nothing
 * where nothing was taken from a bucket, and with a class that is off. */
void limit_headers(struct http_headers *headers, struct arena *arena,
	const struct limit_state *state);

/* The buckets of a process, by its configuration. */
struct limits *limits_new(const struct config *config);
void limits_free(struct limits *limits);

/* ---- the parts that tests look at ---- */

/* A bucket counts in millionths of a token. */
#define LIMIT_TOKEN 1000000

/* limit_take() at a given monotonic time. */
bool limit_take_at(struct limits *limits, enum limit_class class, const void *key,
	size_t key_size, int64_t now_us, struct limit_state *state);

/* What of an address identifies a client: an IPv4 address, or the /64 of an IPv6 one. Answers
 * the key's size; 0 when the address is none. */
size_t limit_address_key(const char *address, uint8_t key[16]);

#endif
