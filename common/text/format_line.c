#include "common/text/format.h"

#include <stdint.h>

/* E2 80 A8 to E2 80 AE are U+2028 to U+202E: separators, embeddings and overrides. E2 81
 * A6 to E2 81 A9 are the isolates U+2066 to U+2069. */
static bool
is_unwanted(const uint8_t *at)
{
	return at[0] == 0xe2 &&
		((at[1] == 0x80 && at[2] >= 0xa8 && at[2] <= 0xae) ||
			(at[1] == 0x81 && at[2] >= 0xa6 && at[2] <= 0xa9));
}

/* EE 80 80 to EF A3 BF are U+E000 to U+F8FF. F3 B0 80 80 and above are the planes 15 and
 * 16. */
static bool
is_private(const uint8_t *at, size_t left)
{
	if (left < 3)
		return false;
	return at[0] == 0xee || (at[0] == 0xef && at[1] < 0xa4) ||
		(at[0] == 0xf3 && at[1] >= 0xb0) || at[0] == 0xf4;
}

bool
text_format_line(const char *data, size_t size)
{
	const uint8_t *at = (const uint8_t *)data;

	for (size_t i = 0; i < size; i++) {
		const size_t left = size - i;

		if (at[i] < 0x20 || at[i] == 0x7f)
			return false;
		if (left >= 2 && at[i] == 0xc2 && at[i + 1] >= 0x80 && at[i + 1] <= 0x9f)
			return false;
		if ((left >= 3 && is_unwanted(&at[i])) || is_private(&at[i], left))
			return false;
	}
	return true;
}
