#include "gateway/components/linked.h"

#include <ctype.h>
#include <string.h>

#include "gateway/web/html.h"
#include "proto/field.h"

/* Punctuation that follows an address in a sentence. */
#define MARKS ".,;:!?'"

/* The length of the scheme at the start; 0 = none. */
static size_t
scheme_at(const char *text)
{
	static const char *const schemes[] = {"https://", "http://"};

	for (size_t i = 0; i < COUNT_OF(schemes); i++) {
		if (strncmp(text, schemes[i], strlen(schemes[i])) == 0)
			return strlen(schemes[i]);
	}
	return 0;
}

/* Whether a character that ends an address is at the start. */
static bool
is_end(const char *text)
{
	const unsigned char *byte = (const unsigned char *)text;

	if (byte[0] <= ' ' || byte[0] == 0x7F || strchr("\"<>`\\", byte[0]) != NULL)
		return true;
	/* U+2000 to U+206F have blanks, quotation marks and marks of direction, and
	 * U+3000 to U+303F the punctuation of Chinese and Japanese. */
	return (byte[0] == 0xE2 && (byte[1] == 0x80 || byte[1] == 0x81)) ||
		(byte[0] == 0xE3 && byte[1] == 0x80) ||
		(byte[0] == 0xC2 && byte[1] == 0xA0);
}

/* The length of the host and port at the start; 0 when no web server can have them. */
static size_t
host_at(const char *text)
{
	size_t size = 0;
	const char *dot;

	while (isalnum((unsigned char)text[size]) || (size > 0 && text[size] == '-') ||
		(size > 0 && text[size] == '.'))
		size++;
	dot = memchr(text, '.', size);
	if (dot == NULL || !isalnum((unsigned char)dot[1]))
		return 0;
	if (text[size] == ':' && isdigit((unsigned char)text[size + 1])) {
		do
			size++;
		while (isdigit((unsigned char)text[size]));
	}
	return size;
}

/* Whether the last character belongs to the sentence around the address: punctuation, or
 * a closing parenthesis without its opening one. */
static bool
ends_sentence(const char *address, size_t size)
{
	int open = 0;

	if (address[size - 1] != ')')
		return strchr(MARKS, address[size - 1]) != NULL;
	for (size_t i = 0; i < size; i++)
		open += (address[i] == '(') - (address[i] == ')');
	return open < 0;
}

/* The length of the address at the start; 0 = none. */
static size_t
address_at(const char *text)
{
	const size_t scheme = scheme_at(text);
	const size_t host = scheme == 0 ? 0 : host_at(text + scheme);
	size_t size = scheme + host;

	if (host == 0)
		return 0;
	if (text[size] == '/' || text[size] == '?' || text[size] == '#') {
		while (!is_end(text + size))
			size++;
	} else if (!is_end(text + size) && strchr(MARKS ")", text[size]) == NULL) {
		return 0;
	}
	while (ends_sentence(text, size))
		size--;
	return size;
}

static void
put_part(struct buffer *out, const char *text, size_t size)
{
	html_putf(out, "%s", arena_printf(out->arena, "%.*s", (int)size, text));
}

static void
put_link(struct buffer *out, const char *text, size_t size)
{
	const char *address = arena_printf(out->arena, "%.*s", (int)size, text);

	/* The letters of an address have one direction, also in a text that has the
	 * other. */
	html_putf(out,
		"<a dir=\"ltr\" rel=\"noopener noreferrer nofollow\" href=\"%s\">%s</a>",
		address, address);
}

void
linked_put(struct buffer *out, const char *text)
{
	const char *found = text;

	while ((found = strstr(found, "http")) != NULL) {
		const size_t size = found > text && isalnum((unsigned char)found[-1])
			? 0
			: address_at(found);

		if (size == 0) {
			found++;
			continue;
		}
		put_part(out, text, (size_t)(found - text));
		put_link(out, found, size);
		text = found += size;
	}
	put_part(out, text, strlen(text));
}
