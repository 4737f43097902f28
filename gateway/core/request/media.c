#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "gateway/core/request/media.h"

#define WHITE " \t"

/* The length of a token (RFC 9110, section 5.6.2). */
static size_t
token_size(const char *text)
{
	return strspn(text,
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
		"!#$%&'*+-.^_`|~");
}

/* The size of a quoted string with its quotes; 0 when it is not closed. */
static size_t
quoted_size(const char *text)
{
	size_t at = 1;

	while (text[at] != '\0' && text[at] != '"')
		at += text[at] == '\\' && text[at + 1] != '\0' ? 2 : 1;
	return text[at] == '"' ? at + 1 : 0;
}

/* Whether a value, quoted or not, names UTF-8. */
static bool
is_utf8(const char *value, size_t size)
{
	if (size > 2 && value[0] == '"') {
		value++;
		size -= 2;
	}
	return size == 5 && strncasecmp(value, "utf-8", size) == 0;
}

/* Reads one parameter, name=value, and moves behind it. False when it is invalid or
 * names another charset. */
static bool
take_parameter(const char **at)
{
	const char *name = *at;
	size_t name_size = token_size(name), size;
	const char *value = name + name_size + 1;
	bool is_charset = name_size == 7 && strncasecmp(name, "charset", 7) == 0;

	if (name_size == 0 || name[name_size] != '=')
		return false;
	size = *value == '"' ? quoted_size(value) : token_size(value);
	*at = value + size;
	return size > 0 && (!is_charset || is_utf8(value, size));
}

bool
media_type_is(const char *content_type, const char *type)
{
	size_t size = strlen(type);

	if (content_type == NULL)
		return false;
	content_type += strspn(content_type, WHITE);
	if (strncasecmp(content_type, type, size) != 0)
		return false;
	content_type += size;
	for (;;) {
		content_type += strspn(content_type, WHITE);
		if (*content_type == '\0')
			return true;
		if (*content_type != ';')
			return false;
		content_type++;
		content_type += strspn(content_type, WHITE);
		if (*content_type == ';' || *content_type == '\0')
			continue;
		if (!take_parameter(&content_type))
			return false;
	}
}
