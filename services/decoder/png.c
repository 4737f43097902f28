/*
 * png.c - removes metadata from PNG (RFC 2083, W3C PNG 3): only chunks that concern
 * pixels are kept. A few bytes of compressed text can demand seconds of the processor.
 */
#include <string.h>

#include "services/decoder/decoder.h"

#define SIGNATURE_SIZE 8
#define CHUNK_SIZE 12 /* size, name, checksum */

static size_t
read_size(const uint8_t *at)
{
	return (size_t)at[0] << 24 | (size_t)at[1] << 16 | (size_t)at[2] << 8 |
		(size_t)at[3];
}

static bool
is_kept(const uint8_t *name)
{
	static const char names[][5] = {"IHDR", "PLTE", "IDAT", "IEND", "tRNS", "cHRM",
		"gAMA", "iCCP", "sBIT", "sRGB"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (memcmp(name, names[i], 4) == 0)
			return true;
	}
	return false;
}

size_t
png_strip(void *png, size_t size, int *orientation)
{
	uint8_t *bytes = png;
	size_t from = SIGNATURE_SIZE, to = SIGNATURE_SIZE;

	if (size < SIGNATURE_SIZE)
		return size;
	while (from + CHUNK_SIZE <= size) {
		const size_t whole = CHUNK_SIZE + read_size(bytes + from);
		const size_t chunk = whole < size - from ? whole : size - from;

		if (is_kept(bytes + from + 4)) {
			memmove(bytes + to, bytes + from, chunk);
			to += chunk;
		} else if (memcmp(bytes + from + 4, "eXIf", 4) == 0 && chunk == whole) {
			*orientation =
				exif_orientation(bytes + from + 8, chunk - CHUNK_SIZE);
		}
		from += chunk;
	}
	return to;
}
