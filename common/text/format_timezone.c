#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "common/text/format.h"

#define ZONES "/usr/share/zoneinfo/"
#define NAME_BYTES_MAX 64

/*
 * Whether the text looks like a zone's name: parts of letters, digits, _, + and -,
 * separated by single slashes, each beginning with a capital. This excludes dots, and the
 * other files and folders beside the zones ("posix/", "localtime", "tzdata.zi").
 */
static bool
is_zone_name(const char *data, size_t size)
{
	bool starts = true;

	if (size == 0 || size > NAME_BYTES_MAX || data[size - 1] == '/')
		return false;
	for (size_t i = 0; i < size; i++) {
		bool capital = data[i] >= 'A' && data[i] <= 'Z';

		if (starts && !capital)
			return false;
		starts = data[i] == '/';
		if (!starts && !text_format_is_letter(data[i]) &&
			!text_format_is_digit(data[i]) && data[i] != '_' &&
			data[i] != '+' && data[i] != '-')
			return false;
	}
	return true;
}

/* Whether the file is a compiled time zone (RFC 8536, section 3). */
static bool
is_zone_file(const char *path)
{
	char magic[4];
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	bool is_zone;

	if (fd < 0)
		return false;
	is_zone = read(fd, magic, sizeof(magic)) == (ssize_t)sizeof(magic) &&
		memcmp(magic, "TZif", sizeof(magic)) == 0;
	close(fd);
	return is_zone;
}

bool
text_format_timezone(const char *data, size_t size)
{
	char path[sizeof(ZONES) + NAME_BYTES_MAX];

	if (!is_zone_name(data, size))
		return false;
	snprintf(path, sizeof(path), ZONES "%.*s", (int)size, data);
	return is_zone_file(path);
}
