#include <string.h>

#include "gateway/components/components.h"
#include "gateway/web/html.h"

void
list_put(struct view *view, const json_t *answer, const struct list *list)
{
	const json_t *items = view_member(answer, "items");

	if (json_array_size(items) == 0) {
		empty_put(view, list->empty, list->action, list->path);
		return;
	}
	html_put(view->out, "<ul class=\"rows top\">\n");
	for (size_t i = 0; i < json_array_size(items); i++)
		list->row(view, json_array_get(items, i));
	html_put(view->out, "</ul>\n");
	view_more(view, answer);
}

/* ---- a row ---- */

static void
put_title(struct view *view, const char *path, const char *title)
{
	html_put(view->out, "<div class=\"what\"><p class=\"name\">");
	if (path != NULL)
		link_put(view, path, title);
	else
		text_put(view, title);
	html_put(view->out, "</p>\n");
}

void
row_begin(struct view *view, const char *path, const char *title)
{
	html_put(view->out, "<li>");
	put_title(view, path, title);
}

void
row_begin_about(
	struct view *view, const char *path, const char *name, const char *sentence)
{
	html_putf(view->out,
		"<li><div class=\"what\"><p class=\"name\"><a href=\"%s\"><bdi>%s</bdi>%s"
		"</a></p>\n",
		path, name, sentence);
}

void
row_begin_with_picture(struct view *view, const char *image, const char *whose,
	const char *path, const char *title)
{
	html_put(view->out, "<li>");
	avatar_put(view, image, whose, PICTURE_SMALL);
	put_title(view, path, title);
}

void
row_line(struct view *view, const char *text)
{
	if (text[0] != '\0')
		html_putf(view->out, "<p class=\"quiet\" dir=\"auto\">%s</p>\n", text);
}

void
row_actions(struct view *view)
{
	html_put(view->out, "</div><div class=\"actions\">\n");
}

void
row_end(struct view *view)
{
	html_put(view->out, "</div></li>\n");
}

void
line_begin(struct view *view)
{
	html_put(view->out, "<p class=\"quiet line\">");
}

void
line_dot(struct view *view)
{
	html_put(view->out, " \u00b7 ");
}

void
line_end(struct view *view)
{
	html_put(view->out, "</p>\n");
}

void
row_member(struct view *view, const json_t *member)
{
	const char *handle = view_text(member, "handle");

	row_begin_with_picture(view, view_text(member, "image"),
		view_text(member, "name"),
		handle[0] != '\0' ? path_of_member(view->arena, handle) : NULL,
		view_text(member, "name"));
	row_line(view, view_text(member, "headline"));
	row_end(view);
}

/* ---- links in a line ---- */

void
tags_put(struct view *view, const json_t *tags, const char *path, const char *name)
{
	if (json_array_size(tags) == 0)
		return;
	html_put(view->out, "<p class=\"tags\">");
	for (size_t i = 0; i < json_array_size(tags); i++) {
		const char *tag = json_string_value(json_array_get(tags, i));

		html_putf(view->out, "<a class=\"tag\" dir=\"auto\" href=\"%s\">%s</a> ",
			path_with_query(view->arena, path, name, tag), tag);
	}
	html_put(view->out, "</p>\n");
}

void
orgs_put(struct view *view, const json_t *orgs)
{
	for (size_t i = 0; i < json_array_size(orgs); i++) {
		const json_t *org = json_array_get(orgs, i);

		html_put(view->out, i > 0 ? ", " : "");
		link_org(view, view_text(org, "slug"), view_text(org, "name"));
	}
}

/* ---- chips ---- */

/* The words of a value. */
static const char *
words_of(const struct chip *chip, const char *value)
{
	for (const struct choice *choice = chip->choices;
		choice != NULL && choice->value != NULL; choice++) {
		if (strcmp(choice->value, value) == 0)
			return choice->label;
	}
	return value;
}

/* The path of the page without one pair of its query, and on its first page. */
static const char *
path_without(const struct view *view, const char *path, size_t left_out)
{
	for (size_t i = 0; i < view->query.count; i++) {
		const struct http_parameter *pair = &view->query.list[i];

		if (i != left_out && strcmp(pair->name.data, "cursor") != 0)
			path = path_with_query(
				view->arena, path, pair->name.data, pair->value.data);
	}
	return path;
}

static const struct chip *
chip_of(const struct chip *chips, size_t count, const struct http_parameter *pair)
{
	for (size_t i = 0; i < count && pair->value.size > 0; i++) {
		if (strcmp(chips[i].name, pair->name.data) == 0)
			return &chips[i];
	}
	return NULL;
}

void
chips_put(struct view *view, const struct chip *chips, size_t count)
{
	const char *path = page_path(
		view->arena, view->page->path, view->captures, view->capture_count);
	size_t shown = 0;

	for (size_t i = 0; i < view->query.count; i++) {
		const struct chip *chip = chip_of(chips, count, &view->query.list[i]);

		if (chip == NULL)
			continue;
		html_put(view->out, shown++ == 0 ? "<p class=\"chips\">" : " ");
		html_putf(view->out,
			"<a class=\"chip\" href=\"%s\"><span class=\"unseen\">Remove the "
			"filter</span> %s: <bdi>%s</bdi> <span "
			"aria-hidden=\"true\">\u00d7</span></a>",
			path_without(view, path, i), chip->label,
			words_of(chip, view->query.list[i].value.data));
	}
	if (shown > 1)
		html_putf(view->out, " <a href=\"%s\">Remove all</a>", path);
	if (shown > 0)
		html_put(view->out, "</p>\n");
}
