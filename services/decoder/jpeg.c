/*
 * jpeg.c - reads the markers of a JPEG (ITU T.81, annex B).
 */
#include <string.h>

#include "services/decoder/decoder.h"

#define APP1 0xe1  /* Exif or XMP */
#define APP15 0xef /* without a meaning for decoders */
#define COMMENT 0xfe
#define SCAN 0xda
#define END 0xd9
#define FRAME_ARITHMETIC 0xc9 /* this one and those after it */

static size_t
read_two(const uint8_t *at)
{
	return (size_t)at[0] << 8 | at[1];
}

/* Whether a marker has no length: TEM, RST0 to RST7, SOI, and those without a meaning,
 * which libjpeg passes over where a restart is due, and refuses elsewhere. */
static bool
is_bare(uint8_t marker)
{
	return marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8);
}

/* Whether a marker begins a frame: SOF0 to SOF15, but not DHT, JPG or DAC. */
static bool
is_frame(uint8_t marker)
{
	return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 &&
		marker != 0xcc;
}

static bool
is_metadata(uint8_t marker)
{
	return (marker & 0xf0) == 0xe0 || marker == COMMENT;
}

/* Reads a segment, which may be cut off. */
static void
read_segment(
	struct jpeg_facts *facts, uint8_t marker, const uint8_t *segment, size_t left)
{
	facts->metadata += is_metadata(marker);
	if (marker == SCAN) {
		facts->scans++;
		facts->passes += left > 2 ? segment[2] : 0;
	}
	if (is_frame(marker) && left > 6) {
		const uint64_t pixels =
			(uint64_t)read_two(segment + 3) * read_two(segment + 5);

		facts->arithmetic |= marker >= FRAME_ARITHMETIC;
		/* libjpeg refuses a second frame, but after the scans before it. */
		if (pixels > facts->pixels)
			facts->pixels = pixels;
	}
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
		read_segment(&facts, marker, bytes + at, size - at);
		if (at + 1 >= size)
			break;
		at += read_two(bytes + at);
	}
	while (facts.end > 0 && bytes[facts.end - 1] == 0xff)
		facts.end--;
	return facts;
}

void
jpeg_strip(void *jpeg, size_t size, int *orientation)
{
	uint8_t *bytes = jpeg;
	size_t at = 0;

	while (at + 3 < size && (bytes[at] != 0xff || bytes[at + 1] != SCAN)) {
		const uint8_t marker = bytes[at + 1];
		size_t length = 1;

		if (bytes[at] == 0xff && marker != 0 && marker != 0xff) {
			length = 2;
			if (!is_bare(marker))
				length += read_two(bytes + at + 2);
		}
		if (length > size - at)
			break;
		if (length > 4 && bytes[at] == 0xff && marker == APP1) {
			*orientation = exif_orientation(bytes + at + 4, length - 4);
			bytes[at + 1] = APP15;
		}
		at += length;
	}
}
