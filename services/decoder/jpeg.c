/*
 * jpeg.c - reads the markers of a JPEG (ITU T.81, annex B).
 */
#include "services/decoder/decoder.h"

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
