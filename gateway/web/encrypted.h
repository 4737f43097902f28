/*
 * encrypted.h - what a page of ours brings along to a later one by way of the browser,
 * where nobody reads it and nobody makes one up: sealed, for some time, under a key
 * that only gateways have.
 */
#ifndef KITH_GATEWAY_WEB_ENCRYPTED_H
#define KITH_GATEWAY_WEB_ENCRYPTED_H

#include "common/base/arena.h"

/* In letters of base64url. It opens for the same `bound` alone, and until its life is
 * over. */
const char *encrypted_make(struct arena *arena, const struct text *bound,
	const struct text *value, int64_t life_us);

/* The value; absent when this is none that we have sealed, or too old. */
struct text encrypted_open(
	struct arena *arena, const struct text *bound, const char *sealed, size_t size);

#endif
