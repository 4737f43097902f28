#include "common/text/linkable.h"

#include <ctype.h>
#include <string.h>

/* The minimum length of the label after a dot: "org", or "34" in an IP address. */
#define LAST_LABEL_MIN 2

/* Browsers map the first three to a dot (UTS 46); people read the last one as an @. */
#define IDEOGRAPHIC_STOP "\xe3\x80\x82"
#define FULLWIDTH_STOP "\xef\xbc\x8e"
#define HALFWIDTH_STOP "\xef\xbd\xa1"
#define FULLWIDTH_AT "\xef\xbc\xa0"

/* The length of the mark when the text begins with it, else 0. */
static size_t
mark(const char *text, size_t size, const char *wanted)
{
	const size_t length = strlen(wanted);

	return size >= length && memcmp(text, wanted, length) == 0 ? length : 0;
}

static size_t
dot(const char *text, size_t size)
{
	static const char *const dots[] = {
		".", IDEOGRAPHIC_STOP, FULLWIDTH_STOP, HALFWIDTH_STOP};

	for (size_t i = 0; i < sizeof(dots) / sizeof(dots[0]); i++) {
		const size_t length = mark(text, size, dots[i]);

		if (length > 0)
			return length;
	}
	return 0;
}

/* The length of the label at the start: letters and digits of any script, and hyphens. */
static size_t
label(const char *text, size_t size)
{
	size_t length = 0;

	while (length < size && dot(text + length, size - length) == 0) {
		const unsigned char c = (unsigned char)text[length];

		if ((c < 0x80 && isalnum(c) == 0 && c != '-') ||
			mark(text + length, size - length, FULLWIDTH_AT) > 0)
			break;
		length++;
	}
	return length;
}

bool
linkable(const char *text, size_t size)
{
	bool word = false; /* a label ends here */

	for (size_t at = 0; at < size;) {
		const size_t joined = dot(text + at, size - at);
		const size_t length = label(text + at, size - at);

		if (word && joined > 0 &&
			label(text + at + joined, size - at - joined) >= LAST_LABEL_MIN)
			return true;
		if (mark(text + at, size - at, "@") > 0 ||
			mark(text + at, size - at, FULLWIDTH_AT) > 0 ||
			mark(text + at, size - at, "://") > 0)
			return true;
		word = length > 0;
		at += joined > 0 ? joined : length > 0 ? length : 1;
	}
	return false;
}
