#include <string.h>

#include "common/text/format.h"

#define EMAIL_BYTES_MAX 200
#define LOCAL_BYTES_MAX 64
#define HOST_BYTES_MAX 253
#define LABEL_BYTES_MAX 63

/* A character of an atom (RFC 5322, section 3.2.3). */
static bool
is_atom(char character)
{
	return text_format_is_letter(character) || text_format_is_digit(character) ||
		(character && strchr("!#$%&'*+-/=?^_`{|}~", character) != NULL);
}

/* The local part: atoms separated by single dots. */
static bool
check_local(const char *data, size_t size)
{
	if (size == 0 || size > LOCAL_BYTES_MAX || data[0] == '.' ||
		data[size - 1] == '.')
		return false;
	for (size_t i = 0; i < size; i++) {
		if (data[i] == '.' && data[i - 1] == '.')
			return false;
		if (data[i] != '.' && !is_atom(data[i]))
			return false;
	}
	return true;
}

static bool
check_label(const char *data, size_t size, bool underscores)
{
	if (size == 0 || size > LABEL_BYTES_MAX || data[0] == '-' ||
		data[size - 1] == '-')
		return false;
	for (size_t i = 0; i < size; i++) {
		if (!text_format_is_letter(data[i]) && !text_format_is_digit(data[i]) &&
			data[i] != '-' && !(underscores && data[i] == '_'))
			return false;
	}
	return true;
}

bool
text_format_host(const char *data, size_t size, bool underscores)
{
	if (size == 0 || size > HOST_BYTES_MAX)
		return false;
	while (size > 0) {
		const char *dot = memchr(data, '.', size);
		size_t label = dot != NULL ? (size_t)(dot - data) : size;

		if (!check_label(data, label, underscores))
			return false;
		if (dot == NULL)
			return true;
		data += label + 1;
		size -= label + 1;
	}
	return false; /* a dot at the end */
}

/* Whether the last label has a letter; a host of digits only would be an IP address. */
static bool
ends_in_name(const char *data, size_t size)
{
	while (size > 0 && data[size - 1] != '.') {
		if (!text_format_is_digit(data[size - 1]))
			return true;
		size--;
	}
	return false;
}

bool
text_format_email(const char *data, size_t size)
{
	const char *at =
		size > 0 && size <= EMAIL_BYTES_MAX ? memchr(data, '@', size) : NULL;
	const char *host;
	size_t host_size;

	if (at == NULL || !check_local(data, (size_t)(at - data)))
		return false;
	host = at + 1;
	host_size = size - (size_t)(host - data);
	return text_format_host(host, host_size, false) &&
		memchr(host, '.', host_size) != NULL && ends_in_name(host, host_size);
}
