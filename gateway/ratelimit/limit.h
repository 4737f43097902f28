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
	LIMIT_MESSAGE, /* messages to the tool server other than tool calls */
	LIMIT_IMAGE,   /* images that a member sets, in half an hour */
	/* by address: images and preflights, as many as a member's reads */
	LIMIT_OPEN_READ,
	/* by address: files that pages load, many times the anonymous requests */
	LIMIT_ASSET,
	/* by address: apps at the authorization server; hosted apps share one */
	LIMIT_CLIENT,
	LIMIT_CLASSES
};

struct limit_state {
	enum limit_class class;
	int64_t limit, remaining, reset_s; /* for RateLimit and RateLimit-Policy */
	int64_t window_s;                  /* the window of .limit */
};

/* Takes a token from the bucket of a key. When it is empty, answers false, and reset_s
 * is the Retry-After. A class with limit 0 always passes. */
bool limit_take(struct gateway *gateway, enum limit_class class, const void *key,
	size_t key_size, struct limit_state *state);

/* limit_take() with the key of a principal: the member; the member and client for
 * LIMIT_TOOL and LIMIT_MESSAGE; the address (/64 of IPv6) for LIMIT_ANONYMOUS,
 * LIMIT_OPEN_READ, LIMIT_ASSET and LIMIT_CLIENT. When the apps and tokens of a member
 * have used up its reads or writes, its sessions may take a quarter more, and then each
 * session a twentieth, up to another quarter. */
bool limit_take_for(struct gateway *gateway, enum limit_class class,
	const struct principal *principal, struct limit_state *state);

/* limit_take_for() with the classes that a member's call of an operation counts in: a
 * read or a write, and an image. For REST and pages; each tool call takes LIMIT_TOOL
 * instead of a read. */
bool limit_take_op(struct gateway *gateway, const struct op *op,
	const struct principal *principal, struct limit_state *state);

/* Counts an invalid token of an address. After as many in a minute as it has anonymous
 * requests, its tokens are looked up one at a time. */
void limit_guess(struct gateway *gateway, const char *address);

/* Whether the address has sent fewer. */
bool limit_guess_left(struct gateway *gateway, const char *address);

/* Adds RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers) to an
 * answer. Adds nothing when no token was taken, or the class is off. */
void limit_headers(struct http_headers *headers, struct arena *arena,
	const struct limit_state *state);

/* The buckets of a process, by its configuration. */
struct limits *limits_new(const struct config *config);
void limits_free(struct limits *limits);

/* ---- for tests ---- */

/* limit_take() at a given monotonic time. */
bool limit_take_at(struct limits *limits, enum limit_class class, const void *key,
	size_t key_size, int64_t now_us, struct limit_state *state);

/* The part of an address that identifies a client: an IPv4 address, or the /64 of IPv6.
 * Answers its size; 0 when the address is invalid. */
size_t limit_address_key(const char *address, uint8_t key[16]);

#endif
