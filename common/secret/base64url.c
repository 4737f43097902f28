#include <stdint.h>
#include <stdlib.h>

#include "common/secret/secret.h"

static const char alphabet[] =
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

char *
base64url_encode(struct arena *arena, const void *data, size_t size)
{
	const uint8_t *bytes = data;
	size_t length;
	char *out, *next;

	/* The sum below must not wrap. No caller encodes anything nearly as large. */
	if (size > SIZE_MAX / 2)
		abort();
	length = size / 3 * 4 + (size % 3 ? size % 3 + 1 : 0);
	out = next = arena_alloc(arena, length + 1);
	for (size_t i = 0; i < size; i += 3) {
		size_t left = size - i;
		uint32_t group = (uint32_t)bytes[i] << 16;

		if (left > 1)
			group |= (uint32_t)bytes[i + 1] << 8;
		if (left > 2)
			group |= bytes[i + 2];
		*next++ = alphabet[group >> 18];
		*next++ = alphabet[group >> 12 & 63];
		if (left > 1)
			*next++ = alphabet[group >> 6 & 63];
		if (left > 2)
			*next++ = alphabet[group & 63];
	}
	return out;
}

/* The six bits of a character; 64 for one outside of the alphabet. */
static uint32_t
bits_of(char character)
{
	if (character >= 'A' && character <= 'Z')
		return (uint32_t)(character - 'A');
	if (character >= 'a' && character <= 'z')
		return (uint32_t)(character - 'a') + 26;
	if (character >= '0' && character <= '9')
		return (uint32_t)(character - '0') + 52;
	if (character == '-')
		return 62;
	return character == '_' ? 63 : 64;
}

uint8_t *
base64url_decode(struct arena *arena, const char *data, size_t size, size_t *decoded)
{
	uint8_t *out;
	size_t written = 0;
	uint32_t group = 0;
	unsigned bits = 0;

	if (size % 4 == 1)
		return NULL;
	out = arena_alloc(arena, size / 4 * 3 + 3);
	for (size_t i = 0; i < size; i++) {
		uint32_t value = bits_of(data[i]);

		if (value > 63)
			return NULL;
		group = (group << 6 | value) & 0xffffff;
		bits += 6;
		if (bits >= 8) {
			bits -= 8;
			out[written++] = (uint8_t)(group >> bits);
		}
	}
	/* Unused bits must be zero, so that each value has one encoding. */
	if (group & ((1U << bits) - 1))
		return NULL;
	*decoded = written;
	return out;
}
