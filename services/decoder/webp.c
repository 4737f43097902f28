/*
 * webp.c - removes metadata from a WebP (RFC 9649): only chunks with pixels are kept.
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
#define EXIF 0x08
#define XMP 0x04

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

/* The size of the chunk at the start of `left` bytes; 0 if it is cut off. Chunks have an
 * even number of bytes. */
static size_t
chunk_size(const uint8_t *chunk, size_t left)
{
	size_t size;

	if (left < CHUNK_SIZE)
		return 0;
	size = CHUNK_SIZE + ((read_size(chunk + 4) + 1) & ~(size_t)1);
	return size <= left ? size : 0;
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
		const size_t chunk = chunk_size(bytes + from, size - from);

		if (chunk == 0)
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

/* Whether libwebp needs a chunk for the pixels of the first frame; counts the frames. */
static bool
is_needed(const uint8_t *chunk, size_t *frames)
{
	if (is_named(chunk, "ANMF"))
		return (*frames)++ == 0;
	return is_kept(chunk) || is_named(chunk, "ICCP") || is_named(chunk, "ANIM");
}

size_t
webp_strip_metadata(void *webp, size_t size, int *orientation)
{
	uint8_t *bytes = webp;
	size_t from = HEADER_SIZE, to = HEADER_SIZE, frames = 0, chunk;

	if (size < HEADER_SIZE)
		return size;
	for (; (chunk = chunk_size(bytes + from, size - from)) > 0; from += chunk) {
		if (is_named(bytes + from, "EXIF")) {
			*orientation = exif_orientation(
				bytes + from + CHUNK_SIZE, chunk - CHUNK_SIZE);
		}
		if (is_needed(bytes + from, &frames)) {
			memmove(bytes + to, bytes + from, chunk);
			if (is_named(bytes + to, "VP8X") && chunk > CHUNK_SIZE)
				bytes[to + CHUNK_SIZE] &= (uint8_t) ~(EXIF | XMP);
			to += chunk;
		}
	}
	memmove(bytes + to, bytes + from, size - from); /* what is cut off */
	to += size - from;
	write_size(bytes + 4, to - 8);
	return to;
}
