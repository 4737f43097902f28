/*
 * layout.c - the frame of every page: its title, the menu of its section, and notices.
 */
#include <ctype.h>
#include <string.h>

#include "common/config/config.h"
#include "gateway/auth/auth.h"
#include "gateway/web/html.h"
#include "gateway/web/inside.h"
#include "gateway/web/refusal.h"

/* ---- the menu of a section ---- */

/* Whether the visitor may call the page's first read. */
static bool
may_open(const struct view *view, const struct page *page)
{
	const struct op *op = page->reads[0].op;

	return op == NULL || auth_guard(op, view->principal) == PROBLEM_NONE;
}

/* Writes the menu of the section: its pages that the visitor may open. */
static void
put_menu(struct view *view)
{
	html_put(view->out,
		"<div class=\"with-menu\">\n<nav class=\"menu\" "
		"aria-label=\"Section\"><ul>\n");
	for (size_t i = 0; i < page_count; i++) {
		const struct page *page = pages[i];

		if (page->menu == NULL ||
			!bar_same_section(page->path, view->page->path) ||
			!may_open(view, page))
			continue;
		html_putf(view->out,
			page == view->page
				? "<li><a href=\"%s\" aria-current=\"page\">%s</a></li>\n"
				: "<li><a href=\"%s\">%s</a></li>\n",
			page->path, page->menu);
	}
	html_put(view->out, "</ul></nav>\n");
}

/* ---- notices ---- */

/* Whether a control of the refused form shows the fault. */
static bool
is_shown(const struct form *form, const struct fault *fault)
{
	const struct control *control = control_at(form, fault->pointer);

	return control != NULL && control->kind != CONTROL_HIDDEN;
}

/* Writes the faults of the whole form, and those that no control shows. */
static void
put_refusal(struct view *view)
{
	const struct message_reply *refusal = view->refusal;
	struct buffer *out = view->out;

	html_put(out, "<div class=\"notice bad\" role=\"alert\">");
	if (refusal->problem == PROBLEM_INVALID_CREDENTIALS &&
		view->form->mistaken != NULL) {
		html_putf(out, "<p>%s</p>", view->form->mistaken);
	} else if (refusal->problem != PROBLEM_VALIDATION_FAILED) {
		html_putf(out, "<p>%s</p>", refusal_sentence(view->arena, refusal));
	} else {
		html_put(out,
			"<p>Nothing was changed. Please correct the marked fields.</p>");
		for (const struct fault *fault = refusal->faults; fault != NULL;
			fault = fault->next) {
			if (!is_shown(view->form, fault))
				html_putf(out, "<p>%s</p>",
					control_fault(view->arena, fault, "", ""));
		}
	}
	html_put(out, "</div>\n");
}

static void
put_notices(struct view *view)
{
	/* A required second factor is not an error; the page asks for it. */
	if (view->refusal != NULL && view->refusal->problem != PROBLEM_TOTP_REQUIRED)
		put_refusal(view);
	else if (view->notice != NULL)
		html_putf(view->out,
			"<div class=\"notice good\" role=\"status\"><p>%s</p></div>\n",
			view->notice);
}

/* The title of the window: "Looms \u00b7 Asks". */
static const char *
title_of(const struct view *view, const char *title)
{
	const struct section *section = bar_section(view->page->path);
	const char *record = view->title != NULL ? view->title : title;

	return section == NULL || strcmp(section->label, record) == 0
		? record
		: arena_printf(view->arena, "%s \u00b7 %s", record, section->label);
}

/* ---- the head ---- */

static void
put_tag(struct buffer *out, const char *property, const char *content)
{
	if (content[0] != '\0')
		html_putf(out, "<meta property=\"og:%s\" content=\"%s\">\n", property,
			content);
}

/* Writes Open Graph tags (https://ogp.me), or a tag that keeps search engines away. They
 * list the front page and pages with a preview. */
static void
put_meta(struct view *view, const char *title)
{
	const struct preview *preview = view->preview;
	struct buffer *out = view->out;
	const char *url;

	if (preview == NULL) {
		if (strcmp(view->page->path, "/") != 0)
			html_put(out, "<meta name=\"robots\" content=\"noindex\">\n");
		return;
	}
	url = arena_printf(view->arena, "%s%s", config()->base_url.data,
		page_path(view->arena, view->page->path, view->captures,
			view->capture_count));
	html_putf(out, "<link rel=\"canonical\" href=\"%s\">\n", url);
	if (preview->description[0] != '\0')
		html_putf(out, "<meta name=\"description\" content=\"%s\">\n",
			preview->description);
	put_tag(out, "site_name", config()->instance_name.data);
	put_tag(out, "type", preview->type);
	put_tag(out, "title", title);
	put_tag(out, "description", preview->description);
	put_tag(out, "url", url);
	put_tag(out, "image", preview->image);
}

/* Writes the content first, because it names the record of the page. */
static struct buffer
content_of(struct view *view, void (*write)(struct view *view))
{
	struct buffer content = {.arena = view->arena};
	struct buffer *out = view->out;

	view->out = &content;
	write(view);
	view->out = out;
	return content;
}

void
layout_put(struct view *view, const char *title, void (*write)(struct view *view))
{
	const struct page *page = view->page;
	const struct buffer content = content_of(view, write);
	struct buffer *out = view->out;

	html_head(out, title_of(view, title));
	put_meta(view, view->title != NULL ? view->title : title);
	html_body(out, page->narrow ? "narrow" : "");
	if (!page->narrow)
		bar_put(view);
	html_main(out);
	if (page->menu != NULL) {
		put_menu(view);
		html_put(out,
			page->wide ? "<div class=\"content wide\">\n"
				   : "<div class=\"content\">\n");
	}
	if (!page->titled)
		html_putf(out, "<h1>%s</h1>\n", title);
	put_notices(view);
	buffer_append(out, content.data, content.size);
	if (page->menu != NULL)
		html_put(out, "</div>\n</div>\n");
	html_close(out);
}

/* Writes where the visitor can go on: to the page again, to the list of the section, and
 * to the front page. */
static void
put_ways_on(struct view *view, const char *again, const char *path)
{
	const struct section *section = bar_section(view->page->path);
	const bool lists = section != NULL && bar_has(section->path) &&
		strcmp(section->path, view->page->path) != 0;

	html_put(view->out, "<p class=\"actions\">");
	if (again != NULL) {
		html_putf(view->out, "<a class=\"button\" href=\"%s\">", path);
		html_putf(view->out, "%s</a>\n", again);
	} else if (lists && view->principal->membership != MEMBERSHIP_NONE) {
		html_putf(view->out, "<a class=\"button\" href=\"%s\">Go to %s</a>\n",
			section->path, section->label);
	}
	html_put(view->out,
		"<a class=\"button plain\" href=\"/\">Back to the front page</a></p>\n");
}

/* The label of a link to the page, where it helps and loses no typed text. */
static const char *
again_of(const struct visit *visit, enum problem problem, bool picture)
{
	if (problem == PROBLEM_PAYLOAD_TOO_LARGE && picture)
		return "Back to the form";
	if (visit->request->method != METHOD_POST && refusal_is_temporary(problem))
		return "Try again";
	return NULL;
}

void
layout_problem(struct visit *visit, const struct message_reply *reply, const char *path)
{
	const struct form *form = visit->match.form;
	const bool picture = form != NULL && form->op->image.source == IMAGE_BODY;
	const char *title = refusal_title(reply, picture);
	struct view *view = &visit->view;
	struct buffer *out = view->out;

	html_open(out, title, "");
	bar_put(view);
	html_main(out);
	html_putf(out, "<h1>%s</h1>\n", title);
	refusal_put(out, visit->request, reply, picture);
	put_ways_on(view, again_of(visit, reply->problem, picture), path);
	html_close(out);
}
