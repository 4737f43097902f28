#include <stdint.h>
#include <stdlib.h>

#include "common/secret/secret.h"

char *
hex_encode(struct arena *arena, const void *data, size_t size)
{
	static const char digits[] = "0123456789abcdef";
	const uint8_t *bytes = data;
	char *out;

	/* The product below must not wrap. No caller encodes anything nearly as large. */
	if (size > SIZE_MAX / 4)
		abort();
	out = arena_alloc(arena, size * 2 + 1);
	for (size_t i = 0; i < size; i++) {
		out[i * 2] = digits[bytes[i] >> 4];
		out[i * 2 + 1] = digits[bytes[i] & 15];
	}
	return out;
}
