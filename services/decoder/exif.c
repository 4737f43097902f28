/*
 * exif.c - reads the orientation from Exif (CIPA DC-008, section 4.6) and nothing else.
 *
 * All Exif is removed before libvips sees an image: libexif takes seconds for a directory
 * that contains itself.
 */
#include <string.h>

#include "services/decoder/decoder.h"

#define ORIENTATION 0x0112
#define TYPE_SHORT 3
#define ENTRY_SIZE 12

static const char prefix[] = "Exif\0"; /* with the terminator: six bytes */

struct tiff {
	const uint8_t *bytes;
	size_t size;
	bool little_endian;
};

static uint32_t
read_number(const struct tiff *tiff, size_t at, size_t size)
{
	uint32_t number = 0;

	if (at > tiff->size || size > tiff->size - at)
		return 0;
	for (size_t i = 0; i < size; i++) {
		const size_t place = tiff->little_endian ? size - 1 - i : i;

		number = number << 8 | tiff->bytes[at + place];
	}
	return number;
}

int
exif_orientation(const void *exif, size_t size)
{
	struct tiff tiff = {.bytes = exif, .size = size};
	size_t first, count;

	if (size > sizeof(prefix) && memcmp(exif, prefix, sizeof(prefix)) == 0) {
		tiff.bytes += sizeof(prefix);
		tiff.size -= sizeof(prefix);
	}
	tiff.little_endian = tiff.size > 0 && tiff.bytes[0] == 'I';
	first = read_number(&tiff, 4, 4);
	count = read_number(&tiff, first, 2);
	/* A directory of two bytes may say that it has 65,535 entries. */
	if (count > tiff.size / ENTRY_SIZE)
		count = tiff.size / ENTRY_SIZE;
	for (size_t i = 0; i < count; i++) {
		const size_t entry = first + 2 + i * ENTRY_SIZE;
		const uint32_t value = read_number(&tiff, entry + 8, 2);

		if (read_number(&tiff, entry, 2) == ORIENTATION &&
			read_number(&tiff, entry + 2, 2) == TYPE_SHORT)
			return value >= 1 && value <= 8 ? (int)value : 1;
	}
	return 1;
}
