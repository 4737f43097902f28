/*
 * limit.h - the parts of the rate limits that tests look at.
 */
#ifndef KITH_LIMIT_H
#define KITH_LIMIT_H

#include "gateway/gateway.h"

/* A bucket counts in millionths of a token. */
#define LIMIT_TOKEN 1000000

/* limit_take() at a given monotonic time. */
bool limit_take_at(struct limits *limits, enum limit_class class, const void *key,
	size_t key_size, int64_t now_us, struct limit_state *state);

/* What of an address identifies a client: an IPv4 address, or the /64 of an IPv6 one. Answers
 * the key's size; 0 when the address is none. */
size_t limit_address_key(const char *address, uint8_t key[16]);

#endif
