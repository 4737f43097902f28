/*
 * instance_pages.c - the operator's pages: the terms, the rules, and the contact.
 */
#include <string.h>

#include "common/config/config.h"
#include "gateway/web/html.h"
#include "gateway/web/instance.h"
#include "gateway/web/page_writers.h"

/* The elements of a text. */
enum block {
	NOTHING,
	PARAGRAPH,
	LIST
};

/* Ends the current element and begins another. */
static enum block
turn_to(struct buffer *out, enum block from, enum block to)
{
	static const char *const begin[] = {"", "<p dir=\"auto\">", "<ul>\n"};
	static const char *const end[] = {"", "</p>\n", "</ul>\n"};

	if (from == to)
		return to;
	html_put(out, end[from]);
	html_put(out, begin[to]);
	return to;
}

/* Writes a text: headings begin with #, items of lists with -, and blank lines end
 * paragraphs. */
static void
put_text(struct buffer *out, const char *text)
{
	enum block block = NOTHING;

	while (*text != '\0') {
		const size_t size = strcspn(text, "\r\n");
		const char *line = arena_copy(out->arena, text, size);

		if (line[strspn(line, " \t")] == '\0') {
			block = turn_to(out, block, NOTHING);
		} else if (line[0] == '#') {
			block = turn_to(out, block, NOTHING);
			html_putf(out, "<h2 dir=\"auto\">%s</h2>\n",
				line + strspn(line, "# "));
		} else if (strncmp(line, "- ", 2) == 0) {
			block = turn_to(out, block, LIST);
			html_putf(out, "<li dir=\"auto\">%s</li>\n", line + 2);
		} else {
			block = turn_to(out, block, PARAGRAPH);
			html_putf(out, "%s\n", line);
		}
		text += size;
		text += text[0] == '\r';
		text += text[0] == '\n';
	}
	turn_to(out, block, NOTHING);
}

static void
begin_page(struct buffer *out, const char *title)
{
	html_open(out, title, "text");
	html_put(out,
		"<nav aria-label=\"Site\"><a href=\"/\">Home</a> <a "
		"href=\"/docs\">Docs</a></nav>\n");
	html_main(out);
	html_putf(out, "<h1>%s</h1>\n", title);
}

void
terms_page(struct buffer *out)
{
	begin_page(out, "Terms of use");
	put_text(out, instance_terms());
	html_close(out);
}

void
rules_page(struct buffer *out)
{
	begin_page(out, "Rules");
	put_text(out, instance_rules());
	html_close(out);
}

void
contact_page(struct buffer *out)
{
	const char *contact = config()->contact.data;

	begin_page(out, "Contact");
	html_putf(out,
		"<p>The people who run %s answer here:</p>\n<p><a class=\"button\" ",
		config()->instance_name.data);
	html_putf(out,
		strchr(contact, '@') != NULL && strncmp(contact, "https:", 6) != 0
			? "href=\"mailto:%s\">%s</a></p>\n"
			: "href=\"%s\">%s</a></p>\n",
		contact, contact);
	html_put(out,
		"<p>To report a profile or content, use <b>Report</b> on its "
		"page.</p>\n");
	html_close(out);
}
