/*
 * gif.c - reads the extensions before the first frame of a GIF (GIF89a, sections 18 to
 * 26) as libnsgif reads them.
 */
#include "services/decoder/decoder.h"

#define HEADER_SIZE 13 /* with the logical screen descriptor */
#define SCREEN_FLAGS 10
#define HAS_COLORS 0x80
#define COLORS 0x07

#define EXTENSION 0x21
#define GRAPHIC_CONTROL 0xf9
#define COMMENT 0xfe
#define DISPOSAL 0x1c /* of the flags of a graphic control */

/* The position after the header and its color table. */
static size_t
skip_header(const uint8_t *bytes)
{
	const uint8_t flags = bytes[SCREEN_FLAGS];

	return HEADER_SIZE +
		((flags & HAS_COLORS) != 0 ? (size_t)3 * 2 << (flags & COLORS) : 0);
}

/* The position after an extension; `size` if it is cut off. Its sub-blocks end with an
 * empty one. Before them, all but comments have a block that may be empty. */
static size_t
skip_extension(const uint8_t *bytes, size_t size, size_t at)
{
	const bool is_comment = bytes[at + 1] == COMMENT;

	at += 2;
	if (!is_comment && at < size)
		at += (size_t)bytes[at] + 1;
	while (at < size && bytes[at] != 0)
		at += (size_t)bytes[at] + 1;
	return at < size ? at + 1 : size;
}

void
gif_strip(void *gif, size_t size)
{
	uint8_t *bytes = gif;
	size_t at = size < HEADER_SIZE ? size : skip_header(bytes);

	while (at + 3 < size && bytes[at] == EXTENSION) {
		if (bytes[at + 1] == GRAPHIC_CONTROL)
			bytes[at + 3] &= (uint8_t)~DISPOSAL;
		at = skip_extension(bytes, size, at);
	}
}
