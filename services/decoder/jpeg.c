/*
 * jpeg.c - reads the markers of a JPEG (ITU T.81, annex B).
 */
#include <string.h>

#include "services/decoder/decoder.h"

#define APP1 0xe1 /* Exif or XMP */
#define SCAN 0xda
#define END 0xd9

/* Whether a marker has no length: TEM, RST0 to RST7 and SOI. */
static bool
is_bare(uint8_t marker)
{
	return marker == 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}

struct jpeg_facts
jpeg_read(const void *jpeg, size_t size)
{
	const uint8_t *bytes = jpeg;
	struct jpeg_facts facts = {.end = size};
	size_t at = 0;

	/* Like libjpeg, skips all bytes up to the next marker: 0xff and a byte other
	 * than 0, which stands for data, and 0xff, which fills. */
	while (at + 1 < size) {
		const uint8_t marker = bytes[at + 1];

		if (bytes[at] != 0xff || marker == 0 || marker == 0xff) {
			at++;
			continue;
		}
		facts.complete = marker == END;
		if (facts.complete)
			break;
		at += 2;
		if (is_bare(marker))
			continue;
		facts.scans += marker == SCAN;
		if (at + 1 >= size)
			break;
		at += (size_t)bytes[at] << 8 | bytes[at + 1];
	}
	while (facts.end > 0 && bytes[facts.end - 1] == 0xff)
		facts.end--;
	return facts;
}

size_t
jpeg_strip(void *jpeg, size_t size, int *orientation)
{
	uint8_t *bytes = jpeg;
	size_t from = 0, to = 0;

	while (from + 3 < size && (bytes[from] != 0xff || bytes[from + 1] != SCAN)) {
		const uint8_t marker = bytes[from + 1];
		size_t length = 1;

		if (bytes[from] == 0xff && marker != 0 && marker != 0xff) {
			length = 2;
			if (!is_bare(marker))
				length += (size_t)bytes[from + 2] << 8 | bytes[from + 3];
		}
		if (length > size - from)
			break;
		if (length > 4 && bytes[from] == 0xff && marker == APP1) {
			*orientation = exif_orientation(bytes + from + 4, length - 4);
		} else {
			memmove(bytes + to, bytes + from, length);
			to += length;
		}
		from += length;
	}
	memmove(bytes + to, bytes + from, size - from);
	return to + size - from;
}
