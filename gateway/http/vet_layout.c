/*
 * vet_layout.c - what the parser swallowed, told by where its strings stand.
 *
 * libmicrohttpd 0.9.75 parses in place: it overwrites colons, CR and LF with NUL and hands
 * out pointers into the buffer. It accepts a bare LF as the end of a line, joins folded
 * lines, cuts a value at a NUL and skips several blanks, and tells nobody. But each of them
 * leaves the next string in another place than the lawful form does, and comparing places
 * costs next to nothing. What stays hidden has a NUL before a bare LF: in the place of CRLF,
 * or as part of the last four bytes, it looks like it once it is overwritten. No proxy is known
 * that passes both of these bytes on. Only addresses are compared and only bytes between a name and its
 * value are read, so a library that copies the strings would see requests refused, not
 * memory misread; the caller asks for this check only where the layout is known.
 */
#include "gateway/http/vet.h"

#include <string.h>

/* Places are compared as numbers: the strings need not be parts of one object. */
static uintptr_t
place(const char *string)
{
	return (uintptr_t)(const void *)string;
}

/* Whether between the name and the value there are one colon and blanks, and no more. */
static bool
colon_is_plain(const struct http_field *field)
{
	const uintptr_t colon = place(field->name) + field->name_size;
	size_t blanks;

	if (place(field->value) <= colon)
		return false;
	blanks = (size_t)(place(field->value) - colon - 1);
	if (blanks > HTTP_HEAD_BYTES_MAX)
		return false;
	return strspn(field->name + field->name_size + 1, " \t") >= blanks;
}

bool
http_vet_layout(const struct http_head *head)
{
	uintptr_t expected = place(head->method) + strlen(head->method) + 1;

	if (head->received == 0)
		return true;
	if (place(head->target_origin) != expected)
		return false;
	expected += strlen(head->target) + 1;
	if (place(head->version) != expected)
		return false;
	expected += strlen(head->version) + 2;
	for (size_t i = 0; i < head->field_count; i++) {
		const struct http_field *field = &head->fields[i];

		if (place(field->name) != expected || !colon_is_plain(field))
			return false;
		expected = place(field->value) + field->value_size + 2;
	}
	return expected + 2 == place(head->method) + head->received;
}
