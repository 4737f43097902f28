/*
 * image_range.c - which bytes of an image a request wants (RFC 9110, section 14).
 */
#include <stdlib.h>
#include <string.h>

#include "gateway/web/image.h"

/* Reads a number. Returns false if there is none, or if it has more than 15 digits. */
static bool
take_number(const char **text, size_t *number)
{
	const size_t digits = strspn(*text, "0123456789");

	if (digits == 0 || digits > 15)
		return false;
	*number = (size_t)strtoull(*text, NULL, 10);
	*text += digits;
	return true;
}

enum image_range
image_range_read(const char *header, size_t size, size_t *first, size_t *last)
{
	static const char unit[] = "bytes=";
	bool has_first, has_last;

	*first = 0;
	*last = size - 1;
	if (header == NULL || size == 0 || strncmp(header, unit, strlen(unit)) != 0)
		return RANGE_WHOLE;
	header += strlen(unit);
	has_first = take_number(&header, first);
	if (*header++ != '-')
		return RANGE_WHOLE;
	has_last = take_number(&header, last);
	/* A multipart answer to several ranges is optional, so they are ignored. */
	if (*header != '\0' || (!has_first && !has_last))
		return RANGE_WHOLE;
	if (!has_first) { /* the last bytes */
		if (*last == 0)
			return RANGE_OUTSIDE;
		*first = *last < size ? size - *last : 0;
		*last = size - 1;
		return RANGE_PART;
	}
	if (has_last && *last < *first)
		return RANGE_WHOLE;
	if (*first >= size)
		return RANGE_OUTSIDE;
	if (!has_last || *last >= size)
		*last = size - 1;
	return RANGE_PART;
}
