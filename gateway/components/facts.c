#include <ctype.h>
#include <string.h>

#include "gateway/components/components.h"
#include "gateway/web/html.h"

void
facts_begin(struct view *view)
{
	html_put(view->out, "<dl class=\"facts\">");
}

void
facts_end(struct view *view)
{
	html_put(view->out, "</dl>\n");
}

void
fact_begin(struct view *view, const char *name)
{
	html_putf(view->out, "<div><dt>%s</dt><dd>", name);
}

void
fact_end(struct view *view)
{
	html_put(view->out, "</dd></div>\n");
}

void
fact_put(struct view *view, const char *name, const char *text)
{
	if (text[0] == '\0')
		return;
	fact_begin(view, name);
	text_put(view, text);
	fact_end(view);
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
	{"withdrawn", "Withdrawn", ""},
	{"declined", "Declined", ""},
	{"cancelled", "Cancelled", ""},
	{"ended", "Ended", ""},
	{"closed", "Closed", ""},
	{"archived", "Archived", ""},
};

const char *
word_of(struct arena *arena, const char *value)
{
	char *copy = arena_printf(arena, "%s", value);

	for (char *at = copy; *at != '\0'; at++) {
		if (*at == '_')
			*at = ' ';
	}
	copy[0] = (char)toupper((unsigned char)copy[0]);
	return copy;
}

const char *
choice_words(const struct choice *choices, const char *value)
{
	for (; choices->value != NULL; choices++) {
		if (strcmp(choices->value, value) == 0)
			return choices->label;
	}
	return value;
}

void
word_put(struct view *view, const char *value)
{
	const char *text = word_of(view->arena, value), *tag = "";

	for (size_t i = 0; i < COUNT_OF(words); i++) {
		if (strcmp(words[i].value, value) == 0) {
			text = words[i].words;
			tag = words[i].tag;
		}
	}
	html_putf(view->out, "<span class=\"tag %s\">%s</span>", tag, text);
}

/* Whether a value is a state. */
static bool
is_state(const char *value)
{
	for (size_t i = 0; i < COUNT_OF(words); i++) {
		if (strcmp(words[i].value, value) == 0)
			return true;
	}
	return false;
}

void
fact_word(struct view *view, const char *name, const char *value)
{
	if (!is_state(value)) {
		fact_put(view, name, word_of(view->arena, value));
		return;
	}
	fact_begin(view, name);
	word_put(view, value);
	fact_end(view);
}

void
fact_time(struct view *view, const char *name, const char *time)
{
	if (time[0] == '\0')
		return;
	fact_begin(view, name);
	time_put(view, time);
	fact_end(view);
}

void
fact_address(struct view *view, const char *name, const char *address)
{
	if (address[0] == '\0')
		return;
	fact_begin(view, name);
	link_out(view, address);
	fact_end(view);
}

void
fact_member(struct view *view, const char *name, const json_t *member)
{
	if (view_text(member, "name")[0] == '\0')
		return;
	fact_begin(view, name);
	link_member(view, view_text(member, "handle"), view_text(member, "name"));
	fact_end(view);
}

void
fact_org(struct view *view, const char *name, const json_t *org)
{
	if (view_text(org, "name")[0] == '\0')
		return;
	fact_begin(view, name);
	link_org(view, view_text(org, "slug"), view_text(org, "name"));
	fact_end(view);
}
