#include <string.h>

#include "gateway/components/components.h"
#include "gateway/components/linked.h"
#include "gateway/web/html.h"

/* The bytes of an excerpt, which ends at a blank before them. */
#define EXCERPT_BYTES 240

void
card_begin(struct view *view, const char *heading)
{
	html_put(view->out, "<section class=\"card\">\n");
	if (heading != NULL)
		html_putf(view->out, "<h2>%s</h2>\n", heading);
}

void
card_end(struct view *view)
{
	html_put(view->out, "</section>\n");
}

void
part_put(struct view *view, const char *heading, const char *action, const char *path)
{
	html_putf(view->out, "<div class=\"head part\"><h2>%s</h2>\n", heading);
	if (action != NULL)
		html_putf(view->out,
			"<a class=\"button small plain\" href=\"%s\">%s</a>\n", path,
			action);
	html_put(view->out, "</div>\n");
}

void
actions_begin(struct view *view)
{
	html_put(view->out, "<div class=\"actions\">\n");
}

void
actions_end(struct view *view)
{
	html_put(view->out, "</div>\n");
}

void
button_put(struct view *view, const char *label, const char *path, bool primary)
{
	html_putf(view->out,
		primary ? "<a class=\"button\" href=\"%s\">%s</a>\n"
			: "<a class=\"button plain\" href=\"%s\">%s</a>\n",
		path, label);
}

void
written_put(struct view *view, const char *text)
{
	if (text[0] == '\0')
		return;
	html_put(view->out, "<p class=\"written\" dir=\"auto\">");
	linked_put(view->out, text);
	html_put(view->out, "</p>\n");
}

void
quote_put(struct view *view, const char *text)
{
	if (text[0] == '\0')
		return;
	html_put(view->out, "<blockquote dir=\"auto\">");
	linked_put(view->out, text);
	html_put(view->out, "</blockquote>\n");
}

void
excerpt_put(struct view *view, const char *text)
{
	size_t size = strlen(text);

	if (size == 0)
		return;
	if (size > EXCERPT_BYTES) {
		size = EXCERPT_BYTES;
		while (size > EXCERPT_BYTES / 2 && strchr(" \n", text[size]) == NULL)
			size--;
		/* A text without blanks ends before a character of UTF-8. */
		while (((unsigned char)text[size] & 0xC0) == 0x80)
			size--;
		text = arena_printf(view->arena, "%.*s\u2026", (int)size, text);
	}
	html_putf(view->out, "<p class=\"excerpt\" dir=\"auto\">%s</p>\n", text);
}

void
note_put(struct view *view, const char *tone, const char *sentence)
{
	html_putf(
		view->out, "<div class=\"notice %s\"><p>%s</p></div>\n", tone, sentence);
}

void
empty_put(struct view *view, const char *sentence, const char *action, const char *path)
{
	html_putf(view->out, "<div class=\"empty\"><p>%s</p>\n", sentence);
	if (path != NULL) {
		html_put(view->out, "<p>");
		button_put(view, action, path, false);
		html_put(view->out, "</p>");
	}
	html_put(view->out, "</div>\n");
}

void
confirm_row(struct view *view, const struct form *form, const char *id,
	const char *subject, const char *sentence)
{
	form_fold_begin(view, form, form->button, id, subject);
	html_putf(view->out, "<p>%s</p>\n", sentence);
	form_of_row(view, form, id);
	form_fold_end(view);
}

void
confirm_put(struct view *view, const struct form *form, const char *sentence)
{
	form_fold_begin(view, form, form->button, NULL, "");
	html_putf(view->out, "<p>%s</p>\n", sentence);
	form_put(view, form, NULL);
	form_fold_end(view);
}
