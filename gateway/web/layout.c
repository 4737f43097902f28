/*
 * layout.c - the frame of every page: the bar, the menu of its section, and notices.
 */
#include <ctype.h>
#include <string.h>

#include "gateway/auth/auth.h"
#include "gateway/web/html.h"
#include "gateway/web/inside.h"

/* ---- the bar ---- */

/* Whether two paths begin with the same segment. */
static bool
same_section(const char *path, const char *other)
{
	const size_t size = strcspn(path + 1, "/");

	return size == strcspn(other + 1, "/") && strncmp(path + 1, other + 1, size) == 0;
}

static void
put_link(struct view *view, const char *path, const char *label)
{
	html_putf(view->out,
		same_section(view->page->path, path)
			? "<a href=\"%s\" aria-current=\"true\">%s</a>\n"
			: "<a href=\"%s\">%s</a>\n",
		path, label);
}

/* Writes the form for signing out, which every page has. */
static void
put_sign_out(struct view *view)
{
	const struct form *form = page_form_of("session_sign_out");

	if (form == NULL)
		return;
	form_begin(view, form, form->path);
	form_end(view, form);
}

static void
put_bar(struct view *view)
{
	const struct principal *principal = view->principal;

	html_put(view->out, "<nav aria-label=\"Site\">\n");
	if (principal->membership == MEMBERSHIP_NONE) {
		put_link(view, "/docs", "Docs");
		put_link(view, "/sign-in", "Sign in");
		put_link(view, "/sign-up", "Sign up");
	} else {
		put_link(view, "/", "Home");
		put_link(view, "/settings", "Settings");
		if (principal->admin)
			put_link(view, "/admin", "Admin");
		put_link(view, "/docs", "Docs");
		put_sign_out(view);
	}
	html_put(view->out, "</nav>\n");
}

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

		if (page->menu == NULL || !same_section(page->path, view->page->path) ||
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
	if (refusal->problem != PROBLEM_VALIDATION_FAILED) {
		html_putf(out, "<p>%s</p>", view_sentence(view->arena, refusal));
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

void
layout_put(struct view *view, const char *title, void (*write)(struct view *view))
{
	const struct page *page = view->page;
	struct buffer *out = view->out;

	html_open(out, title, page->narrow ? "narrow" : "");
	if (!page->narrow)
		put_bar(view);
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
	write(view);
	if (page->menu != NULL)
		html_put(out, "</div>\n</div>\n");
	html_close(out);
}

void
layout_problem(struct view *view, const struct message_reply *reply)
{
	const struct problem_info *info = &problems[reply->problem];
	struct buffer *out = view->out;

	html_open(out, info->title, "");
	put_bar(view);
	html_main(out);
	html_putf(out, "<h1>%s</h1>\n", info->title);
	if (reply->detail != NULL)
		html_putf(out, "<p class=\"lead\">%s</p>\n",
			view_sentence(view->arena, reply));
	html_prose(out, info->explanation);
	html_put(out,
		"<p><a class=\"button plain\" href=\"/\">Back to the front "
		"page</a></p>\n");
	html_close(out);
}
