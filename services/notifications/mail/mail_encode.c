#include "services/notifications/mail/mail_encode.h"

#include <string.h>

#define LINE_MAX_SENT 998
#define QUOTED_LINE_MAX 76

/* So that a header line has at most 78 characters (RFC 5322, section 2.1.1). */
#define HEADER_TEXT_MAX 67

/* So that an encoded word has at most 75 characters (RFC 2047, section 2). */
#define WORD_TEXT_MAX 60

static const char hex[] = "0123456789ABCDEF";

static void
put(struct buffer *out, const char *text)
{
	buffer_append(out, text, strlen(text));
}

static void
put_escaped(struct buffer *out, unsigned char c)
{
	const char escaped[3] = {'=', hex[c >> 4], hex[c & 15]};

	buffer_append(out, escaped, sizeof(escaped));
}

static bool
is_control(unsigned char c)
{
	return c < 0x20 || c == 0x7f;
}

static bool
is_ascii(const char *text)
{
	for (; *text != '\0'; text++) {
		if ((unsigned char)*text >= 0x80)
			return false;
	}
	return true;
}

static void
put_quoted_string(struct buffer *out, const char *name)
{
	put(out, "\"");
	for (; *name != '\0'; name++) {
		if (is_control((unsigned char)*name))
			continue;
		if (*name == '"' || *name == '\\')
			put(out, "\\");
		buffer_append(out, name, 1);
	}
	put(out, "\"");
}

static size_t
code_point_size(const char *text)
{
	size_t size = 1;

	while (((unsigned char)text[size] & 0xc0) == 0x80)
		size++;
	return size;
}

static bool
is_alphanumeric(unsigned char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* Encoded words end at code point boundaries (RFC 2047, section 5). */
static void
put_encoded_words(struct buffer *out, const char *name)
{
	size_t used = 0;

	put(out, "=?utf-8?Q?");
	while (*name != '\0') {
		const size_t size = code_point_size(name);
		const size_t needed =
			is_alphanumeric((unsigned char)*name) ? 1 : 3 * size;

		if (used + needed > WORD_TEXT_MAX) {
			put(out, "?=\r\n =?utf-8?Q?");
			used = 0;
		}
		if (needed == 1)
			buffer_append(out, name, 1);
		for (size_t i = 0;
			needed > 1 && !is_control((unsigned char)*name) && i < size; i++)
			put_escaped(out, (unsigned char)name[i]);
		used += needed;
		name += size;
	}
	put(out, "?=");
}

void
mail_encode_phrase(struct buffer *out, const char *name)
{
	if (is_ascii(name))
		put_quoted_string(out, name);
	else
		put_encoded_words(out, name);
}

/* Whether the text needs no encoding in a header. A text that contains "=?" does,
 * because readers would take it for an encoded word. */
static bool
stands_in_header(const char *text)
{
	if (strlen(text) > HEADER_TEXT_MAX || strstr(text, "=?") != NULL ||
		!is_ascii(text))
		return false;
	for (; *text != '\0'; text++) {
		if (is_control((unsigned char)*text))
			return false;
	}
	return true;
}

void
mail_encode_unstructured(struct buffer *out, const char *text)
{
	if (stands_in_header(text))
		put(out, text);
	else
		put_encoded_words(out, text);
}

bool
mail_encode_is_plain(const char *text)
{
	size_t line = 0;

	for (; *text != '\0'; text++) {
		line = *text == '\n' ? 0 : line + 1;
		if (line > LINE_MAX_SENT || (unsigned char)*text >= 0x7f || *text == '\r')
			return false;
	}
	return true;
}

void
mail_encode_lines(struct buffer *out, const char *text)
{
	while (*text != '\0') {
		const size_t length = strcspn(text, "\n");

		buffer_append(out, text, length);
		put(out, "\r\n");
		text += length + (text[length] == '\n');
	}
}

/* Whether a byte needs no quoting. A blank does at a line's end, and a dot at its
 * start, where SMTP gives it a meaning. */
static bool
stands_for_itself(const char *text, size_t column)
{
	const unsigned char c = (unsigned char)*text;

	if (c == ' ')
		return text[1] != '\n' && text[1] != '\0';
	if (c == '.')
		return column > 0;
	return c > 0x20 && c < 0x7f && c != '=';
}

void
mail_encode_quoted(struct buffer *out, const char *text)
{
	size_t column = 0;

	for (; *text != '\0'; text++) {
		const bool itself = stands_for_itself(text, column);

		if (*text == '\n') {
			put(out, "\r\n");
			column = 0;
			continue;
		}
		if (column + (itself ? 1 : 3) > QUOTED_LINE_MAX - 1) {
			put(out, "=\r\n");
			column = 0;
		}
		if (itself)
			buffer_append(out, text, 1);
		else
			put_escaped(out, (unsigned char)*text);
		column += itself ? 1 : 3;
	}
}
