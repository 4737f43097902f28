/*
 * trim.c - removes invisible characters around a name.
 *
 * They are the white space of Unicode and four more characters that look like it. Nobody
 * could see a name made of them.
 */
#include "common/input/decoder.h"

static const struct {
	uint32_t first, last;
} blanks[] = {
	{0x0009, 0x000d}, /* tab to carriage return */
	{0x0020, 0x0020}, /* space */
	{0x0085, 0x0085}, /* next line */
	{0x00a0, 0x00a0}, /* no-break space */
	{0x1680, 0x1680}, /* ogham space mark */
	{0x2000, 0x200b}, /* spaces of any width, and the zero-width space */
	{0x2028, 0x2029}, /* line and paragraph separator */
	{0x202f, 0x202f}, /* narrow no-break space */
	{0x205f, 0x2060}, /* mathematical space, word joiner */
	{0x3000, 0x3000}, /* ideographic space */
	{0x3164, 0x3164}, /* Hangul filler */
	{0xfeff, 0xfeff}, /* byte order mark */
};

/* The code point of a sequence of one to three bytes, which every blank has; 0x110000 for
 * any other. */
static uint32_t
point_of(const uint8_t *at, size_t size)
{
	if (size == 1)
		return at[0];
	if (size == 2)
		return (at[0] & 0x1fU) << 6 | (at[1] & 0x3fU);
	if (size == 3) {
		return (at[0] & 0x0fU) << 12 | (at[1] & 0x3fU) << 6 | (at[2] & 0x3fU);
	}
	return 0x110000;
}

static bool
is_blank(const uint8_t *at, size_t size)
{
	uint32_t point = point_of(at, size);

	for (size_t i = 0; i < COUNT_OF(blanks); i++) {
		if (point >= blanks[i].first && point <= blanks[i].last)
			return true;
	}
	return false;
}

/* Whether the byte continues a character (UTF-8). */
static bool
goes_on(uint8_t byte)
{
	return (byte & 0xc0) == 0x80;
}

static size_t
first_size(const uint8_t *at, const uint8_t *end)
{
	size_t size = 1;

	while (at + size < end && goes_on(at[size]))
		size++;
	return size;
}

static size_t
last_size(const uint8_t *begin, const uint8_t *end)
{
	size_t size = 1;

	while (end - size > begin && goes_on(end[-(ptrdiff_t)size]))
		size++;
	return size;
}

struct wire_value
input_trim(const struct wire_value *text)
{
	const uint8_t *begin = text->data, *end = begin + text->size;
	struct wire_value trimmed = *text;

	while (begin < end && is_blank(begin, first_size(begin, end)))
		begin += first_size(begin, end);
	while (begin < end &&
		is_blank(end - last_size(begin, end), last_size(begin, end)))
		end -= last_size(begin, end);
	trimmed.data = begin;
	trimmed.size = (size_t)(end - begin);
	return trimmed;
}
