/*
 * format_name.c - names that do not imitate others by look-alike letters or by characters
 * that nobody sees.
 *
 * Latin, Cyrillic and Greek have letters that look the same, and few languages mix them
 * in one word. So a word has letters of one of the three (UTS 39, section 5.2). Every
 * other script may stand beside Latin, as in Japanese names.
 */
#include "common/text/format.h"

#include <stdint.h>

#include "common/text/text.h"
#include "common/text/visible.h"

enum script {
	SCRIPT_NONE = 0,
	SCRIPT_LATIN = 1,
	SCRIPT_CYRILLIC = 2,
	SCRIPT_GREEK = 4,
	SCRIPT_BREAK = 8, /* ends a word */
};

/* Ranges in ascending order; a point between two of them has SCRIPT_NONE, and belongs to
 * the word around it. */
static const struct {
	uint32_t first, last;
	enum script script;
} ranges[] = {
	{0x0000, 0x0026, SCRIPT_BREAK},
	{0x0028, 0x002f, SCRIPT_BREAK},
	{0x003a, 0x0040, SCRIPT_BREAK},
	{0x0041, 0x005a, SCRIPT_LATIN},
	{0x005b, 0x0060, SCRIPT_BREAK},
	{0x0061, 0x007a, SCRIPT_LATIN},
	{0x007b, 0x00a9, SCRIPT_BREAK},
	{0x00aa, 0x00aa, SCRIPT_LATIN},
	{0x00ba, 0x00ba, SCRIPT_LATIN},
	{0x00bb, 0x00bf, SCRIPT_BREAK},
	{0x00c0, 0x00d6, SCRIPT_LATIN},
	{0x00d8, 0x00f6, SCRIPT_LATIN},
	{0x00f8, 0x02b8, SCRIPT_LATIN},
	{0x0370, 0x037d, SCRIPT_GREEK},
	{0x037f, 0x0384, SCRIPT_GREEK},
	{0x0386, 0x0386, SCRIPT_GREEK},
	{0x0388, 0x03ff, SCRIPT_GREEK},
	{0x0400, 0x052f, SCRIPT_CYRILLIC},
	{0x1c80, 0x1c8f, SCRIPT_CYRILLIC},
	{0x1d00, 0x1dbe, SCRIPT_LATIN},
	{0x1e00, 0x1eff, SCRIPT_LATIN},
	{0x1f00, 0x1fff, SCRIPT_GREEK},
	{0x2000, 0x200a, SCRIPT_BREAK},
	{0x2010, 0x2018, SCRIPT_BREAK},
	{0x201a, 0x205f, SCRIPT_BREAK},
	{0x212a, 0x212b, SCRIPT_LATIN},
	{0x2160, 0x2188, SCRIPT_LATIN},
	{0x2c60, 0x2c7f, SCRIPT_LATIN},
	{0x2c80, 0x2cff, SCRIPT_GREEK}, /* Coptic */
	{0x2de0, 0x2dff, SCRIPT_CYRILLIC},
	{0x3000, 0x3003, SCRIPT_BREAK},
	{0xa640, 0xa69f, SCRIPT_CYRILLIC},
	{0xa722, 0xa7ff, SCRIPT_LATIN},
	{0xab30, 0xab64, SCRIPT_LATIN},
	{0xab65, 0xab65, SCRIPT_GREEK},
	{0xfb00, 0xfb06, SCRIPT_LATIN},
	{0xff21, 0xff3a, SCRIPT_LATIN},
	{0xff41, 0xff5a, SCRIPT_LATIN},
};

static enum script
script_of(uint32_t point)
{
	for (size_t at = 0; at < COUNT_OF(ranges) && ranges[at].first <= point; at++) {
		if (point <= ranges[at].last)
			return ranges[at].script;
	}
	return SCRIPT_NONE;
}

bool
text_format_name(const char *data, size_t size)
{
	const uint8_t *at = (const uint8_t *)data;
	unsigned word = SCRIPT_NONE;

	if (!text_format_line(data, size) || !visible_wholly(data, size))
		return false;
	for (size_t i = 0; i < size;) {
		uint32_t point;
		enum script script;

		i += utf8_read(&at[i], size - i, &point);
		script = script_of(point);
		word = script == SCRIPT_BREAK ? (unsigned)SCRIPT_NONE : word | script;
		if ((word & (word - 1)) != 0)
			return false;
	}
	return true;
}
