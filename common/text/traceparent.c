#include "common/text/traceparent.h"

#include <string.h>

/* Whether there are `count` lower-case hex digits that are not all `forbidden`. */
static bool
is_hex(const char *digits, size_t count, char forbidden)
{
	bool differs = false;

	for (size_t i = 0; i < count; i++) {
		if (digits[i] == '\0' || strchr("0123456789abcdef", digits[i]) == NULL)
			return false;
		differs = differs || digits[i] != forbidden;
	}
	return differs;
}

/* A later version may have more fields after another dash (W3C Trace Context, 3.2.4). */
bool
traceparent_valid(const char *data, size_t size)
{
	if (size < TRACEPARENT_SIZE || data[2] != '-' || data[35] != '-' ||
		data[52] != '-')
		return false;
	if (size > TRACEPARENT_SIZE &&
		(strncmp(data, "00", 2) == 0 || data[TRACEPARENT_SIZE] != '-'))
		return false;
	return is_hex(data, 2, 'f') && is_hex(data + 3, 32, '0') &&
		is_hex(data + 36, 16, '0') && is_hex(data + 53, 2, '\0');
}
