#include <ctype.h>
#include <string.h>

#include "gateway/record_pages/inside.h"
#include "gateway/web/html.h"

void
record_page_head(struct view *view, const char *title, const char *line)
{
	html_putf(view->out, "<h1>%s</h1>\n", title);
	if (line[0] != '\0')
		html_putf(view->out, "<p class=\"lead\">%s</p>\n", line);
}

void
record_page_text(struct view *view, const char *text)
{
	if (text[0] != '\0')
		html_putf(view->out, "<p class=\"written\">%s</p>\n", text);
}

void
record_page_quote(struct view *view, const char *text)
{
	if (text[0] != '\0')
		html_putf(view->out, "<blockquote>%s</blockquote>\n", text);
}

void
record_page_facts(struct view *view)
{
	html_put(view->out, "<dl class=\"facts\">");
}

void
record_page_facts_end(struct view *view)
{
	html_put(view->out, "</dl>\n");
}

void
record_page_fact(struct view *view, const char *name, const char *text)
{
	if (text[0] != '\0')
		html_putf(view->out, "<div><dt>%s</dt><dd>%s</dd></div>\n", name, text);
}

/* States with a colour, or with a name that needs more words. */
static const struct word {
	const char *value, *words, *tag;
} words[] = {
	{"pending", "Waiting for an answer", "warn"},
	{"open", "Open", "good"},
	{"active", "Active", "good"},
	{"accepted", "Accepted", "good"},
	{"expired", "Expired without an answer", ""},
	{"declined", "Declined", ""},
	{"cancelled", "Cancelled", ""},
	{"ended", "Ended", ""},
	{"closed", "Closed", ""},
	{"archived", "Archived", ""},
};

/* "invite_only" as "Invite only". */
static const char *
spelled(struct arena *arena, const char *value)
{
	char *copy = arena_printf(arena, "%s", value);

	for (char *at = copy; *at != '\0'; at++) {
		if (*at == '_')
			*at = ' ';
	}
	copy[0] = (char)toupper((unsigned char)copy[0]);
	return copy;
}

void
record_page_fact_word(struct view *view, const char *name, const char *value)
{
	for (size_t i = 0; i < COUNT_OF(words); i++) {
		if (strcmp(words[i].value, value) != 0)
			continue;
		html_putf(view->out,
			"<div><dt>%s</dt><dd><span class=\"tag "
			"%s\">%s</span></dd></div>\n",
			name, words[i].tag, words[i].words);
		return;
	}
	record_page_fact(view, name, spelled(view->arena, value));
}

void
record_page_fact_time(struct view *view, const char *name, const char *time)
{
	if (time[0] == '\0')
		return;
	html_putf(view->out, "<div><dt>%s</dt><dd>", name);
	html_time(view->out, time);
	html_put(view->out, "</dd></div>\n");
}

void
record_page_fact_link(struct view *view, const char *name, const char *address)
{
	if (address[0] != '\0')
		html_putf(view->out,
			"<div><dt>%s</dt><dd><a href=\"%s\" rel=\"noopener noreferrer "
			"nofollow\">%s</a></dd></div>\n",
			name, address, address);
}

void
record_page_fact_member(struct view *view, const char *name, const json_t *member)
{
	const char *handle = view_text(member, "handle");

	if (handle[0] == '\0') {
		record_page_fact(view, name, view_text(member, "name"));
		return;
	}
	html_putf(view->out,
		"<div><dt>%s</dt><dd><a href=\"/members/%s\">%s</a></dd></div>\n", name,
		handle, view_text(member, "name"));
}
