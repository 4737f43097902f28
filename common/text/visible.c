/*
 * visible.c - characters that a reader can see, and those that a reader cannot.
 *
 * Invisible and reordering characters can hide instructions to an assistant from a person
 * who reads the same text. Removed are controls except tab and newline, directional
 * formatting, zero-width spaces, and fillers. Joiners and variation selectors are part of
 * the spelling of Persian, Indic and Mongolian words, of ideographs and of emoji. One of
 * them is kept after a character that it can join or style. Tags are kept only as the
 * region of a flag.
 */
#include "common/text/visible.h"

#include <stdint.h>

#include "common/text/text.h"
#include "common/text/unseen.h"
#include "proto/field.h"

#define BLACK_FLAG 0x1F3F4
#define REGION_MIN 3
#define REGION_MAX 7

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
	{0x180E, 0x180E},   /* Mongolian vowel separator */
	{0x200B, 0x200B},   /* zero-width space */
	{0x200E, 0x200F},   /* left-to-right and right-to-left mark */
	{0x2028, 0x202E},   /* line and paragraph separator, embeddings, overrides */
	{0x2060, 0x206F},   /* word joiner, invisible operators, isolates */
	{0x3164, 0x3164},   /* Hangul filler */
	{0xFEFF, 0xFEFF},   /* byte order mark */
	{0xFFA0, 0xFFA0},   /* half-width Hangul filler */
	{0xFFF0, 0xFFFB},   /* interlinear annotation, unassigned specials */
	{0x1BCA0, 0x1BCA3}, /* shorthand format controls */
	{0x1D173, 0x1D17A}, /* musical format controls */
	{0xE0000, 0xE00FF}, /* tags */
	{0xE01F0, 0xE0FFF}, /* unassigned ignorable points */
};

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

static bool
within(uint32_t point, uint32_t first, uint32_t last)
{
	return point >= first && point <= last;
}

/* The marks LRM, RLM and ALM, with which one writes a name of two directions. */
static bool
is_mark(uint32_t point)
{
	return within(point, 0x200E, 0x200F) || point == 0x061C;
}

static bool
is_joiner(uint32_t point)
{
	return point == 0x200C || point == 0x200D;
}

static bool
is_selector(uint32_t point)
{
	return within(point, 0xFE00, 0xFE0F) || within(point, 0xE0100, 0xE01EF) ||
		within(point, 0x180B, 0x180D) || point == 0x180F;
}

static bool
is_ideograph(uint32_t point)
{
	return within(point, 0x3400, 0x4DBF) || within(point, 0x4E00, 0x9FFF) ||
		within(point, 0xF900, 0xFAFF) || within(point, 0x20000, 0x3FFFF);
}

static bool
is_keycap(uint32_t point)
{
	return within(point, '0', '9') || point == '#' || point == '*';
}

/* Whether the point is a joiner or selector after a character that it cannot modify. An
 * emoji selector may stand before a joiner. */
static bool
is_idle_modifier(uint32_t point, uint32_t before)
{
	if (is_joiner(point))
		return before <= 0xA0 || is_joiner(before) ||
			(is_selector(before) && before != 0xFE0F);
	if (!is_selector(point))
		return false;
	if (is_joiner(before) || is_selector(before))
		return true;
	if (point >= 0xE0100)
		return !is_ideograph(before);
	if (point < 0xFE00)
		return !within(before, 0x1800, 0x18AF);
	return before <= 0xA0 && !(is_keycap(before) && point >= 0xFE0E);
}

/* The size of the region of a flag at the start: the letters and digits of a subdivision
 * (CLDR) as tags, and the tag that ends them; else 0. */
static size_t
region_size(const uint8_t *data, size_t size)
{
	size_t at = 0, count = 0;

	while (at < size && count <= REGION_MAX) {
		uint32_t point = 0;

		at += utf8_read(data + at, size - at, &point);
		if (point == 0xE007F)
			return count >= REGION_MIN ? at : 0;
		if (!within(point, 0xE0030, 0xE0039) && !within(point, 0xE0061, 0xE007A))
			return 0;
		count++;
	}
	return 0;
}

/* A character, or the region of a flag. */
struct unit {
	uint32_t point;
	size_t size;
	bool kept; /* not stripped */
};

/* Reads the first unit; `before` is the point before it that was kept. */
static struct unit
read_unit(const char *data, size_t size, uint32_t *before)
{
	const uint8_t *from = (const uint8_t *)data;
	struct unit unit = {0};

	unit.size = utf8_read(from, size, &unit.point);
	if (*before == BLACK_FLAG && unit.point >= 0xE0000) {
		const size_t region = region_size(from, size);

		unit.size = region > 0 ? region : unit.size;
		unit.kept = region > 0;
		*before = unit.point; /* a flag has one region */
	} else {
		unit.kept = !is_invisible(unit.point) &&
			!is_idle_modifier(unit.point, *before);
	}
	if (unit.kept)
		*before = unit.point;
	return unit;
}

size_t
visible_strip(char *out, const char *data, size_t size)
{
	size_t written = 0;
	uint32_t before = 0;

	for (size_t at = 0; at < size;) {
		const struct unit unit = read_unit(data + at, size - at, &before);

		for (size_t byte = 0; unit.kept && byte < unit.size; byte++)
			out[written++] = data[at + byte];
		at += unit.size;
	}
	return written;
}

bool
visible_wholly(const char *data, size_t size)
{
	uint32_t before = 0;

	for (size_t at = 0; at < size;) {
		const struct unit unit = read_unit(data + at, size - at, &before);

		if (!unit.kept && !is_mark(unit.point))
			return false;
		at += unit.size;
	}
	return true;
}

bool
visible_shows(const char *data, size_t size)
{
	const uint8_t *from = (const uint8_t *)data;

	for (size_t at = 0; at < size;) {
		uint32_t point = 0;

		at += utf8_read(from + at, size - at, &point);
		if (!unseen(point))
			return true;
	}
	return false;
}
