/*
 * encrypted.h - a value that one page passes to another through the browser. It is
 * encrypted and authenticated under a key that only gateways have, and expires.
 */
#ifndef KITH_GATEWAY_WEB_ENCRYPTED_H
#define KITH_GATEWAY_WEB_ENCRYPTED_H

#include "common/base/arena.h"

/* Encrypts a value, in base64url. It can be decrypted with the same `bound` only, until
 * its lifetime ends. */
const char *encrypted_make(struct arena *arena, const struct text *bound,
	const struct text *value, int64_t life_us);

/* Decrypts a value; absent when it is invalid or expired. */
struct text encrypted_open(struct arena *arena, const struct text *bound,
	const char *encrypted, size_t size);

#endif
