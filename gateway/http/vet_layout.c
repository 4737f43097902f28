/*
 * vet_layout.c - finds what the parser dropped, by the addresses of its strings.
 *
 * libmicrohttpd 0.9.75 parses in place: it overwrites colons, CR and LF with NUL and
 * returns pointers into its buffer. It silently accepts a bare LF as the end of a line,
 * joins folded lines, cuts a value at a NUL and skips several blanks. Each of these moves
 * the next string away from where the lawful form has it. No documented function of the
 * library tells as much, and request smuggling needs exactly these forms, so this check
 * stays.
 *
 * One form stays hidden: a NUL before a bare LF looks like CRLF once both are
 * overwritten. No proxy is known that passes both bytes on.
 *
 * The check compares addresses and reads only the bytes between a name and its value.
 * With a library that copies strings it would refuse requests, but never read foreign
 * memory. The caller asks for it only with the release whose layout is known.
 */
#include "gateway/http/vet.h"

#include <string.h>

/* Addresses are compared as numbers: the strings need not be parts of one object. */
static uintptr_t
place(const char *string)
{
	return (uintptr_t)(const void *)string;
}

/* Whether only a colon and blanks stand between the name and the value. */
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
