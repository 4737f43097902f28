#include "common/text/format.h"

#include "common/text/text.h"

static bool
is_name_edge(char character)
{
	return text_format_is_digit(character) || (character >= 'a' && character <= 'z');
}

/* Slugs and handles: letters and digits at both ends, hyphens only between. */
static bool
check_name(const char *data, size_t size, size_t max)
{
	if (size < 3 || size > max || !is_name_edge(data[0]) ||
		!is_name_edge(data[size - 1]))
		return false;
	for (size_t i = 1; i < size - 1; i++) {
		if (!is_name_edge(data[i]) && data[i] != '-')
			return false;
	}
	return true;
}

static bool
check_color(const char *data, size_t size)
{
	if (size != 7 || data[0] != '#')
		return false;
	for (size_t i = 1; i < size; i++) {
		if (!text_format_is_hex(data[i]))
			return false;
	}
	return true;
}

static bool
check(enum text_format format, const char *data, size_t size)
{
	switch (format) {
	case FORMAT_SLUG:
		return check_name(data, size, 40);
	case FORMAT_HANDLE:
		return check_name(data, size, 30);
	case FORMAT_COLOR:
		return check_color(data, size);
	case FORMAT_EMAIL:
		return text_format_email(data, size);
	case FORMAT_URI:
		return text_format_uri(data, size);
	case FORMAT_TIMEZONE:
		return text_format_timezone(data, size);
	case FORMAT_LINE:
		return text_format_line(data, size);
	case FORMAT_NAME:
		return text_format_name(data, size);
	case FORMAT_CURSOR: /* a bad one is the problem invalid_cursor */
	case FORMAT_PLAIN:
	case FORMAT_COUNT:
		break;
	}
	return true;
}

const char *
text_format_check(enum text_format format, const char *data, size_t size)
{
	return check(format, data, size) ? NULL : text_formats[format].sentence;
}
