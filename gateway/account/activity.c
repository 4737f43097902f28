/*
 * activity.c - what the member's apps, tokens and browsers did, with a button that undoes
 * each write that can be undone.
 */
#include <string.h>

#include "gateway/account/account.h"
#include "gateway/components/components.h"
#include "gateway/web/html.h"
#include "proto/content/progress.h"
#include "proto/events/events.h"
#include "proto/identity/activity.h"
#include "proto/notifications/intros.h"
#include "proto/orgs/orgs.h"
#include "proto/projects/projects.h"

#define HERE "/settings/activity"

/* A form that undoes a write: its path is that of the operation, below the page's. */
#define UNDO(form_name, form_op, route, input, text) \
	static const struct form form_name = { \
		.path = HERE route, \
		.op = &(form_op), \
		.also = (input), \
		.button = "Undo", \
		.danger = true, \
		.done = HERE, \
		.said = (text), \
	}

UNDO(undo_intro, op_intro_withdraw, "/v1/intros/{id}/withdraw", NULL,
	"The introduction is withdrawn.");
UNDO(undo_post, op_post_close, "/v1/posts/{id}/close", NULL, "The ask is closed.");
UNDO(undo_entry, op_progress_delete, "/v1/progress/{id}", NULL, "The entry is deleted.");
UNDO(undo_audience, op_progress_audience, "/v1/progress/{id}/audience",
	"publishTo.public=false", "Only you can see the entry now.");
UNDO(undo_rsvp, op_event_rsvp, "/v1/events/{id}/rsvp", "status=cancelled",
	"You are not going any more.");
UNDO(undo_invitation, op_org_invitation_revoke, "/v1/orgs/{slug}/invitations/{id}", NULL,
	"The invitation is revoked.");
UNDO(undo_request, op_org_join_request_withdraw, "/v1/orgs/{slug}/join-requests/mine",
	NULL, "The request is withdrawn.");
UNDO(undo_join, op_org_leave, "/v1/orgs/{slug}/members/me", NULL,
	"You have left the organization.");
UNDO(undo_project, op_project_delete, "/v1/projects/{id}", NULL,
	"The project is deleted.");

/* What an operation does, by its summary: "Create an ask". */
static const char *
words_of(const char *operation)
{
	const struct op *op = op_named(operation, strlen(operation));

	return op != NULL ? op->summary : operation;
}

static const struct form *
form_for(const struct view *view, const char *operation)
{
	for (size_t i = 0; view->page->forms[i] != NULL; i++) {
		if (strcmp(view->page->forms[i]->op->name, operation) == 0)
			return view->page->forms[i];
	}
	return NULL;
}

/* Everybody who is going hears of a cancelled event, and it stays cancelled: its page
 * asks first, and takes a reason. */
static void
put_cancel(struct view *view, const char *path)
{
	const size_t size = strlen(path) - strlen("/v1/cancel");

	button_put(view, "Cancel the event",
		arena_printf(view->arena, "%.*s", (int)size, path + strlen("/v1")),
		false);
}

static void
put_undo(struct view *view, const json_t *item)
{
	const char *path = view_text(item, "undo.path");
	const char *operation = view_text(item, "undo.operation");
	const struct form *form = form_for(view, operation);

	if (json_is_true(view_member(item, "undo.done"))) {
		html_put(view->out, "<span class=\"tag\">Undone</span>\n");
		return;
	}
	if (strcmp(operation, op_event_cancel.name) == 0)
		put_cancel(view, path);
	if (form == NULL)
		return;
	form_begin(view, form, arena_printf(view->arena, HERE "%s", path));
	html_putf(view->out,
		"<button class=\"small danger\" type=\"submit\">%s"
		"<span class=\"unseen\"> %s</span></button></form>\n",
		form->button, view_text(item, "about"));
}

static void
put_client(struct view *view, const json_t *item)
{
	const char *id = view_text(item, "clientId");
	const char *name = view_text(item, "clientName");

	link_put(view,
		path_with_query(
			view->arena, HERE, "client", id[0] != '\0' ? id : "browser"),
		name[0] != '\0'         ? name
			: id[0] != '\0' ? "An app"
					: "A browser");
	if (strcmp(view_text(item, "clientKind"), "token") == 0)
		html_put(view->out, " (token)");
}

/* The page of the record that a write changed, from the path of the request that undoes
 * the write; NULL when that is not known, or when the record may be gone. */
static const char *
page_of(struct view *view, const json_t *item)
{
	static const char *const sections[] = {"/v1/posts/", "/v1/progress/",
		"/v1/events/", "/v1/projects/", "/v1/intros/", "/v1/orgs/"};
	const char *path = view_text(item, "undo.path");

	if (json_is_true(view_member(item, "undo.done")))
		return NULL;
	for (size_t i = 0; i < COUNT_OF(sections); i++) {
		const size_t size = strlen(sections[i]);

		if (strncmp(path, sections[i], size) == 0)
			return arena_printf(view->arena, "%.*s",
				(int)(size + strcspn(path + size, "/") - strlen("/v1")),
				path + strlen("/v1"));
	}
	return NULL;
}

static void
put_about(struct view *view, const json_t *item)
{
	const char *about = view_text(item, "about"), *page = page_of(view, item);

	if (about[0] == '\0')
		return;
	if (page == NULL) {
		row_line(view, about);
		return;
	}
	line_begin(view);
	link_put(view, page, about);
	line_end(view);
}

static void
put_entry(struct view *view, const json_t *item)
{
	row_begin(view, NULL, words_of(view_text(item, "operation")));
	put_about(view, item);
	line_begin(view);
	put_client(view, item);
	line_dot(view);
	time_put(view, view_text(item, "at"));
	if (json_is_true(view_member(item, "outward"))) {
		line_dot(view);
		html_put(view->out, "Reached other people");
	}
	line_end(view);
	row_actions(view);
	if (json_is_object(view_member(item, "undo")))
		put_undo(view, item);
	row_end(view);
}

static void
write_activity(struct view *view)
{
	static const struct list entries = {
		.row = put_entry, .empty = "There is nothing here yet."};

	html_put(view->out,
		"<p class=\"quiet\">These are the changes that your apps, tokens and "
		"browsers made in your name during the last 90 days.</p>\n");
	if (view_query(view, "client")[0] != '\0') {
		html_put(view->out, "<p>");
		link_put(view, HERE, "Show every client");
		html_put(view->out, "</p>\n");
	}
	list_put(view, view->answers[0], &entries);
}

const struct page page_activity = {
	.path = HERE,
	.title = "Activity",
	.menu = "Activity",
	.reads = {{.op = &op_me_activity_list}},
	.forms = {&undo_intro, &undo_post, &undo_entry, &undo_audience, &undo_rsvp,
		&undo_invitation, &undo_request, &undo_join, &undo_project},
	.write = write_activity,
};
