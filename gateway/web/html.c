#include "gateway/web/html.h"

#include <ctype.h>
#include <string.h>

#include "common/base/clock.h"
#include "common/config/config.h"
#include "gateway/web/instance.h"

void
html_put(struct buffer *out, const char *markup)
{
	buffer_append(out, markup, strlen(markup));
}

/* The escape of a byte; NULL = none. */
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

/* Writes text, escaped for contents and attribute values. */
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
html_put_query(struct buffer *out, const char *text)
{
	static const char digits[] = "0123456789ABCDEF";

	for (; *text != '\0'; text++) {
		const unsigned char byte = (unsigned char)*text;
		const char encoded[] = {'%', digits[byte >> 4], digits[byte & 15]};

		if (byte < 0x80 && (isalnum(byte) || strchr("-._~", byte) != NULL))
			buffer_append(out, text, 1);
		else
			buffer_append(out, encoded, sizeof(encoded));
	}
}

void
html_time(struct buffer *out, const char *time)
{
	html_local_time(out, time, time, "UTC");
}

void
html_local_time(
	struct buffer *out, const char *time, const char *local, const char *called)
{
	static const char *const months[] = {"January", "February", "March", "April",
		"May", "June", "July", "August", "September", "October", "November",
		"December"};
	const size_t month = strlen(local) < CLOCK_TEXT_SIZE - 1
		? 0
		: (size_t)(local[5] - '0') * 10 + (size_t)(local[6] - '0');

	if (month < 1 || month > COUNT_OF(months))
		return;
	html_putf(out, "<time datetime=\"%s\">%s %s %s, %s", time,
		arena_copy(out->arena, local + (local[8] == '0' ? 9 : 8),
			local[8] == '0' ? 1 : 2),
		months[month - 1], arena_copy(out->arena, local, 4),
		arena_copy(out->arena, local + 11, 5));
	html_putf(out, called[0] == '\0' ? "%s</time>" : " %s</time>", called);
}

void
html_head(struct buffer *out, const char *title)
{
	html_put(out,
		"<!doctype html>\n<html lang=\"en\">\n<head>\n<meta "
		"charset=\"utf-8\">\n"
		"<meta name=\"viewport\" content=\"width=device-width, "
		"initial-scale=1\">\n");
	html_putf(out, "<title>%s \u00b7 %s</title>\n", title,
		config()->instance_name.data);
	html_put(out, "<link rel=\"stylesheet\" href=\"/assets/kith.css\">\n");
	html_put(out,
		instance_logo()->type != NULL
			? "<link rel=\"icon\" href=\"/assets/logo\">\n"
			: "<link rel=\"icon\" href=\"/assets/kith.svg\" "
			  "type=\"image/svg+xml\">\n");
	html_put(out, "<script src=\"/assets/kith.js\" type=\"module\"></script>\n");
}

void
html_body(struct buffer *out, const char *kind)
{
	html_putf(out, "</head>\n<body class=\"%s\">\n", kind);
	html_put(out,
		"<a class=\"skip\" href=\"#main\">Skip to the content</a>\n"
		"<header class=\"top\"><div>\n<a class=\"brand\" href=\"/\">");
	html_put(out,
		instance_logo()->type != NULL
			? "<img src=\"/assets/logo\" alt=\"\" height=\"28\">"
			: "<svg viewBox=\"0 0 32 32\" aria-hidden=\"true\">"
			  "<circle class=\"mark-left\" cx=\"11.5\" cy=\"16\" r=\"8.5\"/>"
			  "<circle class=\"mark-right\" cx=\"20.5\" cy=\"16\" "
			  "r=\"8.25\"/></svg>");
	html_putf(out, "<bdi>%s</bdi></a>\n", config()->instance_name.data);
}

void
html_open(struct buffer *out, const char *title, const char *kind)
{
	html_head(out, title);
	html_body(out, kind);
}

void
html_main(struct buffer *out)
{
	html_put(out, "</div></header>\n<main id=\"main\">\n");
}

void
html_close(struct buffer *out)
{
	html_put(out,
		"</main>\n<footer class=\"bottom\"><div><span>Runs on Kith</span><span "
		"class=\"ends\">");
	html_put(out, instance_terms() != NULL ? "<a href=\"/terms\">Terms</a>" : "");
	html_put(out, instance_rules() != NULL ? "<a href=\"/rules\">Rules</a>" : "");
	html_put(out,
		config()->contact.size > 0 ? "<a href=\"/contact\">Contact</a>" : "");
	html_put(out,
		"<a href=\"/docs\">Documentation</a></span></div></footer>\n</body>\n"
		"</html>\n");
}

void
html_docs_bar(struct buffer *out)
{
	html_put(out,
		"<nav aria-label=\"Documentation\"><a href=\"/docs\">Reference</a> <a "
		"href=\"/docs/try\">Try it</a> <a href=\"/docs/tools\">Tools</a> <a "
		"href=\"/docs/problems\">Problems</a> <a "
		"href=\"/docs/limits\">Limits</a> <a "
		"href=\"/docs/changelog\">Changes</a> <a href=\"/\">Account</a></nav>\n");
}

void
html_begin(struct buffer *out, const char *title)
{
	html_open(out, title, "text");
	html_docs_bar(out);
	html_main(out);
	html_putf(out, "<h1>%s</h1>\n", title);
}

void
html_end(struct buffer *out)
{
	html_close(out);
}
