/*
 * format_uri.c - absolute http and https URIs (RFC 3986, section 3).
 *
 * Stricter than the grammar where parsers disagree: no credentials, no percent-encoding
 * in the host, no empty port, and IPv4 addresses only as four decimal numbers. An
 * accepted URI means the same to every browser and library.
 */
#include <arpa/inet.h>
#include <string.h>
#include <strings.h>

#include "common/text/format.h"

/* The size of "http://" or "https://" at the start, or 0. */
static size_t
scheme_size(const char *data, size_t size)
{
	if (size > 7 && strncasecmp(data, "http://", 7) == 0)
		return 7;
	if (size > 8 && strncasecmp(data, "https://", 8) == 0)
		return 8;
	return 0;
}

/* A port from 1 to 65535 without leading zeros. */
static bool
check_port(const char *data, size_t size)
{
	unsigned port = 0;

	if (size == 0 || size > 5 || data[0] == '0')
		return false;
	for (size_t i = 0; i < size; i++) {
		if (!text_format_is_digit(data[i]))
			return false;
		port = port * 10 + (unsigned)(data[i] - '0');
	}
	return port <= 65535;
}

static bool
check_literal(const char *data, size_t size)
{
	char text[INET6_ADDRSTRLEN];
	struct in6_addr address;

	if (size < 4 || size - 2 >= sizeof(text) || data[size - 1] != ']')
		return false;
	memcpy(text, data + 1, size - 2);
	text[size - 2] = '\0';
	return strlen(text) == size - 2 && inet_pton(AF_INET6, text, &address) == 1;
}

/* Whether browsers parse the host as an IPv4 address (URL Standard, section 3.5), because
 * its last label is a decimal, octal or hexadecimal number. */
static bool
ends_in_number(const char *data, size_t size)
{
	const char *dot = memrchr(data, '.', size);
	const char *label = dot != NULL ? dot + 1 : data, *end = data + size;
	bool hex = end - label >= 2 && label[0] == '0' && (label[1] | 0x20) == 'x';

	for (label += hex ? 2 : 0; label < end; label++) {
		if (!(hex ? text_format_is_hex(*label) : text_format_is_digit(*label)))
			return false;
	}
	return size > 0;
}

/* An IPv4 address of four decimal numbers without leading zeros. */
static bool
check_ipv4(const char *data, size_t size)
{
	char text[INET_ADDRSTRLEN];
	struct in_addr address;

	if (size >= sizeof(text))
		return false;
	memcpy(text, data, size);
	text[size] = '\0';
	return strlen(text) == size && inet_pton(AF_INET, text, &address) == 1;
}

/* A name, which may end with the dot of the root, or an IPv4 address. */
static bool
check_host(const char *data, size_t size)
{
	size_t name = size > 1 && data[size - 1] == '.' ? size - 1 : size;

	if (ends_in_number(data, name))
		return check_ipv4(data, size);
	return text_format_host(data, name, true);
}

static bool
check_authority(const char *data, size_t size)
{
	const char *end = data + size;
	const char *bracket = size > 0 && data[0] == '[' ? memchr(data, ']', size) : NULL;
	const char *after = bracket != NULL ? bracket + 1 : data;
	const char *colon = memchr(after, ':', (size_t)(end - after));
	size_t host = (size_t)((colon != NULL ? colon : end) - data);

	if (colon != NULL && !check_port(colon + 1, (size_t)(end - colon - 1)))
		return false;
	if (bracket != NULL)
		return check_literal(data, host);
	return check_host(data, host);
}

/* A character that needs no percent-encoding in a path, query or fragment. */
static bool
is_plain(char character)
{
	return text_format_is_letter(character) || text_format_is_digit(character) ||
		(character && strchr("-._~!$&'()*+,;=:@/?", character) != NULL);
}

/* Path, query and fragment: percent-encodings are complete, and there is one fragment. */
static bool
check_rest(const char *data, size_t size)
{
	bool in_fragment = false;

	for (size_t i = 0; i < size; i++) {
		if (data[i] == '%') {
			if (size - i < 3 || !text_format_is_hex(data[i + 1]) ||
				!text_format_is_hex(data[i + 2]))
				return false;
			i += 2;
		} else if (data[i] == '#' && !in_fragment) {
			in_fragment = true;
		} else if (!is_plain(data[i])) {
			return false;
		}
	}
	return true;
}

bool
text_format_uri(const char *data, size_t size)
{
	size_t start = scheme_size(data, size);
	size_t end = start;

	if (start == 0)
		return false;
	while (end < size && data[end] != '/' && data[end] != '?' && data[end] != '#')
		end++;
	return check_authority(data + start, end - start) &&
		check_rest(data + end, size - end);
}
