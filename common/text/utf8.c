#include <string.h>

#include "common/text/text.h"

static bool
continues(uint8_t byte)
{
	return (byte & 0xc0) == 0x80;
}

/*
 * The length of the well-formed sequence at `at`, or 0. The range of the second byte
 * excludes overlong forms (E0, F0), surrogates (ED) and code points above 10FFFF (F4):
 * Unicode, table 3-7.
 */
static size_t
sequence(const uint8_t *at, const uint8_t *end)
{
	size_t left = (size_t)(end - at);
	uint8_t low = 0x80, high = 0xbf;

	if (at[0] >= 0xc2 && at[0] <= 0xdf)
		return left >= 2 && continues(at[1]) ? 2 : 0;
	if (at[0] >= 0xe0 && at[0] <= 0xef) {
		if (at[0] == 0xe0)
			low = 0xa0;
		if (at[0] == 0xed)
			high = 0x9f;
		return left >= 3 && at[1] >= low && at[1] <= high && continues(at[2]) ? 3
										      : 0;
	}
	if (at[0] >= 0xf0 && at[0] <= 0xf4) {
		if (at[0] == 0xf0)
			low = 0x90;
		if (at[0] == 0xf4)
			high = 0x8f;
		if (left < 4 || at[1] < low || at[1] > high)
			return 0;
		return continues(at[2]) && continues(at[3]) ? 4 : 0;
	}
	return 0;
}

bool
utf8_valid(const char *data, size_t size)
{
	const uint8_t *at = (const uint8_t *)data;
	const uint8_t *end = at + size;

	while (at < end) {
		uint64_t word;
		size_t length;

		/* Fast path for ASCII: eight bytes at once. */
		if (end - at >= 8) {
			memcpy(&word, at, sizeof(word));
			if (!(word & 0x8080808080808080U)) {
				at += 8;
				continue;
			}
		}
		if (*at < 0x80) {
			at++;
			continue;
		}
		length = sequence(at, end);
		if (length == 0)
			return false;
		at += length;
	}
	return true;
}

size_t
utf8_length(const char *data, size_t size)
{
	size_t length = 0;

	for (size_t i = 0; i < size; i++)
		length += !continues((uint8_t)data[i]);
	return length;
}

size_t
utf8_read(const uint8_t *data, size_t size, uint32_t *point)
{
	uint8_t lead = data[0];
	size_t length = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;

	if (length == 1 || length > size) {
		*point = lead < 0x80 ? lead : 0xFFFD;
		return 1;
	}
	*point = lead & (0xFFU >> (length + 1));
	for (size_t at = 1; at < length; at++)
		*point = *point << 6 | (data[at] & 0x3FU);
	return length;
}
