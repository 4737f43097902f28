/*
 * visible.c - removes characters that a reader cannot see.
 *
 * Invisible and reordering characters can hide instructions to an assistant from a person
 * who reads the same text. Removed are controls except tab and newline, directional
 * formatting, zero-width characters, fillers, tags, and variation selectors. A zero-width
 * joiner and the two emoji selectors are kept only once, after a character that they can
 * join or style.
 */
#include "common/text/visible.h"

#include <stdbool.h>
#include <stdint.h>

#include "proto/field.h"

struct range {
	uint32_t first, last;
};

/* Code points that are always removed, in ascending order. */
static const struct range invisible[] = {
	{0x0000, 0x0008},   /* controls before tab */
	{0x000B, 0x001F},   /* controls after newline */
	{0x007F, 0x009F},   /* delete, C1 controls */
	{0x00AD, 0x00AD},   /* soft hyphen */
	{0x034F, 0x034F},   /* combining grapheme joiner */
	{0x061C, 0x061C},   /* Arabic letter mark */
	{0x115F, 0x1160},   /* Hangul fillers */
	{0x17B4, 0x17B5},   /* Khmer inherent vowels */
	{0x180B, 0x180F},   /* Mongolian selectors */
	{0x200B, 0x200C},   /* zero-width space and non-joiner */
	{0x200E, 0x200F},   /* left-to-right and right-to-left mark */
	{0x2028, 0x202E},   /* line and paragraph separator, embeddings, overrides */
	{0x2060, 0x206F},   /* word joiner, invisible operators, isolates */
	{0x3164, 0x3164},   /* Hangul filler */
	{0xFE00, 0xFE0D},   /* variation selectors but those of emoji */
	{0xFEFF, 0xFEFF},   /* byte order mark */
	{0xFFA0, 0xFFA0},   /* half-width Hangul filler */
	{0xFFF0, 0xFFFB},   /* interlinear annotation, unassigned specials */
	{0x1BCA0, 0x1BCA3}, /* shorthand format controls */
	{0x1D173, 0x1D17A}, /* musical format controls */
	{0xE0000, 0xE0FFF}, /* tags, variation selectors supplement */
};

#define ZERO_WIDTH_JOINER 0x200D
#define TEXT_SELECTOR 0xFE0E
#define EMOJI_SELECTOR 0xFE0F

static bool
is_invisible(uint32_t point)
{
	for (size_t at = 0; at < COUNT_OF(invisible) && invisible[at].first <= point;
		at++) {
		if (point <= invisible[at].last)
			return true;
	}
	return false;
}

/* Whether the point is a joiner or selector after a character that it cannot modify. */
static bool
is_idle_modifier(uint32_t point, uint32_t before)
{
	if (point == TEXT_SELECTOR || point == EMOJI_SELECTOR) {
		bool keycap = (before >= '0' && before <= '9') || before == '#' ||
			before == '*';

		return !keycap &&
			(before < 0x80 || before == ZERO_WIDTH_JOINER ||
				before == TEXT_SELECTOR || before == EMOJI_SELECTOR);
	}
	return point == ZERO_WIDTH_JOINER &&
		(before < 0x80 || before == ZERO_WIDTH_JOINER);
}

/* Reads one UTF-8 code point; an invalid byte counts as one point. */
static size_t
read_point(const uint8_t *data, size_t size, uint32_t *point)
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

size_t
visible_strip(char *out, const char *data, size_t size)
{
	const uint8_t *from = (const uint8_t *)data;
	size_t written = 0;
	uint32_t before = 0;

	for (size_t at = 0; at < size;) {
		uint32_t point = 0;
		size_t length = read_point(from + at, size - at, &point);

		if (!is_invisible(point) && !is_idle_modifier(point, before)) {
			for (size_t byte = 0; byte < length; byte++)
				out[written++] = data[at + byte];
			before = point;
		}
		at += length;
	}
	return written;
}
