/*
 * webp.c - removes metadata from WebP (RFC 9649): only chunks with pixels are kept.
 *
 * libvips writes an Exif chunk of its own even when told to strip metadata.
 */
#include <stdbool.h>
#include <string.h>

#include "services/decoder/decoder.h"

#define HEADER_SIZE 12 /* RIFF, size, WEBP */
#define CHUNK_SIZE 8   /* name, size */

/* The first byte of a VP8X chunk has flags. Only the alpha flag concerns pixels. */
#define ALPHA 0x10

static size_t
read_size(const uint8_t *at)
{
	return (size_t)at[0] | (size_t)at[1] << 8 | (size_t)at[2] << 16 |
		(size_t)at[3] << 24;
}

static void
write_size(uint8_t *at, size_t size)
{
	for (int i = 0; i < 4; i++)
		at[i] = (uint8_t)(size >> (8 * i));
}

static bool
is_named(const uint8_t *chunk, const char *name)
{
	return memcmp(chunk, name, 4) == 0;
}

static bool
is_kept(const uint8_t *chunk)
{
	return is_named(chunk, "VP8 ") || is_named(chunk, "VP8L") ||
		is_named(chunk, "VP8X") || is_named(chunk, "ALPH");
}

size_t
webp_strip(void *webp, size_t size)
{
	uint8_t *bytes = webp;
	size_t from = HEADER_SIZE, to = HEADER_SIZE;

	if (size < HEADER_SIZE || !is_named(bytes, "RIFF") ||
		!is_named(bytes + 8, "WEBP"))
		return 0;
	while (from < size) {
		size_t chunk;

		if (size - from < CHUNK_SIZE)
			return 0;
		/* Chunks have an even number of bytes. */
		chunk = CHUNK_SIZE + ((read_size(bytes + from + 4) + 1) & ~(size_t)1);
		if (chunk > size - from)
			return 0;
		if (is_kept(bytes + from)) {
			memmove(bytes + to, bytes + from, chunk);
			if (is_named(bytes + to, "VP8X") && chunk > CHUNK_SIZE)
				bytes[to + CHUNK_SIZE] &= ALPHA;
			to += chunk;
		}
		from += chunk;
	}
	write_size(bytes + 4, to - 8);
	return to;
}
