#include "gateway/web/html.h"

#include <string.h>

void
html_put(struct buffer *out, const char *markup)
{
	buffer_append(out, markup, strlen(markup));
}

/* One byte of a text; NULL = as it stands. */
static const char *
escape(char c)
{
	switch (c) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	default:
		return NULL;
	}
}

/* Text, escaped for contents and attribute values. */
static void
put_text(struct buffer *out, const char *text)
{
	for (; *text != '\0'; text++) {
		const char *escaped = escape(*text);

		if (escaped != NULL)
			html_put(out, escaped);
		else
			buffer_append(out, text, 1);
	}
}

void
html_putf(struct buffer *out, const char *markup, ...)
{
	va_list texts;

	va_start(texts, markup);
	for (; *markup != '\0'; markup++) {
		if (markup[0] == '%' && markup[1] == 's') {
			put_text(out, va_arg(texts, const char *));
			markup++;
		} else {
			buffer_append(out, markup, 1);
		}
	}
	va_end(texts);
}

void
html_inline(struct buffer *out, const char *text)
{
	bool code = false;

	for (; *text != '\0'; text++) {
		const char *escaped = escape(*text);

		if (text[0] == '`') {
			html_put(out, code ? "</code>" : "<code>");
			code = !code;
		} else if (text[0] == '\n' && text[1] == '\n') {
			html_put(out, "</p>\n<p>");
			text++;
		} else if (escaped != NULL) {
			html_put(out, escaped);
		} else {
			buffer_append(out, text, 1);
		}
	}
	if (code)
		html_put(out, "</code>");
}

void
html_prose(struct buffer *out, const char *text)
{
	html_put(out, "<p>");
	html_inline(out, text);
	html_put(out, "</p>\n");
}

void
html_begin(struct buffer *out, const char *title, const char *script)
{
	html_put(out,
		"<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
	html_putf(out, "<title>%s</title>\n", title);
	html_put(out,
		"<link rel=\"stylesheet\" href=\"/assets/kith.css\">\n"
		"<link rel=\"icon\" href=\"/assets/kith.svg\">\n");
	if (script != NULL)
		html_putf(out, "<script src=\"%s\" defer></script>\n", script);
	html_put(out,
		"</head>\n<body>\n<header><nav aria-label=\"Site\">"
		"<a class=\"name\" href=\"/\">Kith</a> <a href=\"/docs\">Reference</a> "
		"<a href=\"/docs/problems\">Problems</a> "
		"<a href=\"/docs/changelog\">Changes</a></nav></header>\n<main>\n");
	html_putf(out, "<h1>%s</h1>\n", title);
}

void
html_end(struct buffer *out)
{
	html_put(out, "</main>\n</body>\n</html>\n");
}
