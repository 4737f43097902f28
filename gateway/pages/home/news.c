/*
 * news.c - what is new, and asks that the member may help with.
 */
#include <string.h>

#include "gateway/pages/home/inside.h"
#include "gateway/web/html.h"

static const char *
path_of(struct arena *arena, const char *type, const char *id)
{
	if (strcmp(type, "event") == 0)
		return path_of_event(arena, id);
	if (strcmp(type, "progress") == 0)
		return path_of_progress(arena, id);
	return path_of_post(arena, id);
}

static const char *
word_of_type(const char *type)
{
	if (strcmp(type, "event") == 0)
		return "Event";
	return strcmp(type, "progress") == 0 ? "Progress" : "Ask";
}

static void
put_item(struct view *view, const json_t *item)
{
	const char *type = view_text(item, "type");
	const char *starts_at = view_text(item, "startsAt");
	const json_t *org = view_member(item, "org");
	const bool of_org = json_is_object(org);

	row_begin_with_picture(view,
		view_text(item, of_org ? "org.logo" : "author.image"),
		view_text(item, of_org ? "org.name" : "author.name"),
		path_of(view->arena, type, view_text(item, "subjectId")),
		view_text(item, "title"));
	line_begin(view);
	html_putf(view->out, "%s by ", word_of_type(type));
	if (of_org)
		link_org(view, view_text(org, "slug"), view_text(org, "name"));
	else
		link_member(view, view_text(item, "author.handle"),
			view_text(item, "author.name"));
	line_dot(view);
	ago_put(view, view_text(item, "at"));
	if (starts_at[0] != '\0') {
		line_dot(view);
		html_put(view->out, "starts ");
		time_put(view, starts_at);
	}
	line_end(view);
	excerpt_put(view, view_text(item, "text"));
	row_end(view);
}

/* Times have one format, so they compare as texts. */
static bool
is_new(const json_t *item, const char *last_visit)
{
	return strcmp(view_text(item, "at"), last_visit) > 0;
}

static void
put_heading(struct view *view, const char *last_visit)
{
	if (last_visit[0] == '\0') {
		html_put(view->out, "<h2>What is new</h2>\n");
		return;
	}
	html_put(view->out, "<h2>Since your last visit, ");
	ago_put(view, last_visit);
	html_put(view->out, "</h2>\n");
}

void
news_put(struct view *view, const json_t *news, const char *last_visit)
{
	const json_t *items = view_member(news, "items");
	const bool first_page = view_query(view, "cursor")[0] == '\0';
	bool marked = last_visit[0] == '\0' || !first_page;

	put_heading(view, last_visit);
	if (json_array_size(items) == 0) {
		empty_put(view,
			"Nothing is new yet. Asks, progress and events of other members "
			"and of your organizations appear here.",
			"Find organizations", "/orgs");
		return;
	}
	if (!marked && !is_new(json_array_get(items, 0), last_visit)) {
		html_put(view->out,
			"<p class=\"quiet\">Nothing is new since then. This came "
			"before:</p>\n");
		marked = true;
	}
	html_put(view->out, "<ul class=\"rows top\">\n");
	for (size_t i = 0; i < json_array_size(items); i++) {
		const json_t *item = json_array_get(items, i);

		if (!marked && !is_new(item, last_visit)) {
			html_put(view->out, "<li class=\"mark\">Your last visit</li>\n");
			marked = true;
		}
		put_item(view, item);
	}
	html_put(view->out, "</ul>\n");
	view_more(view, news);
}

void
match_row(struct view *view, const json_t *match)
{
	const json_t *reasons = view_member(match, "reasons");

	html_put(view->out, "<li>");
	link_put(view, path_of_post(view->arena, view_text(match, "id")),
		view_text(match, "title"));
	line_begin(view);
	html_put(view->out, "By ");
	link_member(
		view, view_text(match, "authorHandle"), view_text(match, "authorName"));
	for (size_t i = 0; i < json_array_size(reasons); i++) {
		html_put(view->out, i > 0 ? ", " : " \u00b7 ");
		text_put(view, json_string_value(json_array_get(reasons, i)));
	}
	line_end(view);
	html_put(view->out, "</li>\n");
}
