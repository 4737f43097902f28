/*
 * waiting.c - invitations and requests that wait for the member or for others.
 */
#include <string.h>

#include "gateway/pages/inbox/inside.h"
#include "gateway/web/html.h"
#include "proto/identity/home.h"
#include "proto/notifications/intros.h"
#include "proto/orgs/orgs.h"

#define PAGE "/notifications/waiting"
#define FEW "limit=25"

/* The order of the page's reads. */
enum {
	INVITATIONS,
	INTROS,
	RECEIVED,
	SENT,
	APPLICATION,
	WAITING,
};

static const struct form form_accept = {
	.path = PAGE "/invitations/{id}/accept",
	.op = &op_me_org_invitation_accept,
	.button = "Accept",
	.primary = true,
	.done = PAGE,
	.said = "You have joined the organization.",
};

static const struct form form_decline = {
	.path = PAGE "/invitations/{id}/decline",
	.op = &op_me_org_invitation_decline,
	.button = "Decline",
	.danger = true,
	.done = PAGE,
	.said = "You have declined the invitation.",
};

static const struct form form_approve = {
	.path = PAGE "/requests/{slug}/{id}/approve",
	.op = &op_org_join_request_approve,
	.button = "Approve",
	.done = PAGE,
	.said = "The request is approved.",
};

static const struct form form_refuse = {
	.path = PAGE "/requests/{slug}/{id}/decline",
	.op = &op_org_join_request_decline,
	.button = "Decline",
	.danger = true,
	.done = PAGE,
	.said = "The request is declined.",
};

static const struct form form_withdraw = {
	.path = PAGE "/sent/{slug}/withdraw",
	.op = &op_org_join_request_withdraw,
	.button = "Withdraw",
	.danger = true,
	.done = PAGE,
	.said = "Your request is withdrawn.",
};

/* ---- rows ---- */

static void
put_invitation(struct view *view, const json_t *item)
{
	const char *name = view_text(item, "orgName"), *id = view_text(item, "id");

	row_begin(view, path_of_org(view->arena, view_text(item, "orgSlug")), name);
	line_begin(view);
	link_member(view, view_text(item, "invitedByHandle"),
		view_text(item, "invitedByName"));
	html_putf(view->out, " invited you as %s, open until ", view_text(item, "role"));
	time_put(view, view_text(item, "expiresAt"));
	line_end(view);
	row_actions(view);
	form_button(view, &form_accept, id, name);
	confirm_row(view, &form_decline, id, name,
		"To join afterwards, you need another invitation.");
	row_end(view);
}

static void
put_intro(struct view *view, const json_t *item)
{
	const json_t *from = view_member(item, "from");

	row_begin_with_picture(view, view_text(from, "image"), view_text(from, "name"),
		path_of_member(view->arena, view_text(from, "handle")),
		view_text(from, "name"));
	row_line(view, view_text(from, "headline"));
	excerpt_put(view, view_text(item, "message"));
	row_actions(view);
	html_putf(view->out,
		"<a class=\"button plain small\" href=\"%s\">Answer<span "
		"class=\"unseen\"> %s</span></a>\n",
		path_of_intro(view->arena, view_text(item, "id")),
		view_text(from, "name"));
	row_end(view);
}

/* Writes a button that decides on a request. */
static void
put_decision(struct view *view, const struct form *form, const json_t *item)
{
	struct arena *arena = view->arena;
	const struct http_parameter names[] = {
		{arena_text(arena, "slug"),
			arena_text(arena, view_text(item, "orgSlug"))},
		{arena_text(arena, "id"), arena_text(arena, view_text(item, "id"))},
	};

	form_begin(view, form, page_path(arena, form->path, names, COUNT_OF(names)));
	html_putf(view->out,
		"<button class=\"small %s\" type=\"submit\">%s<span class=\"unseen\"> "
		"%s</span></button></form>\n",
		form->danger ? "danger" : "primary", form->button,
		view_text(item, "name"));
}

static void
put_request(struct view *view, const json_t *item)
{
	const char *handle = view_text(item, "handle");

	row_begin_with_picture(view, view_text(item, "image"), view_text(item, "name"),
		handle[0] != '\0' ? path_of_member(view->arena, handle) : NULL,
		view_text(item, "name"));
	row_line(view, view_text(item, "headline"));
	line_begin(view);
	html_put(view->out, "Asks to join ");
	link_org(view, view_text(item, "orgSlug"), view_text(item, "orgName"));
	line_dot(view);
	ago_put(view, view_text(item, "createdAt"));
	line_end(view);
	quote_put(view, view_text(item, "message"));
	row_actions(view);
	put_decision(view, &form_approve, item);
	put_decision(view, &form_refuse, item);
	row_end(view);
}

static void
put_own_request(struct view *view, const json_t *item)
{
	const char *slug = view_text(item, "orgSlug"), *name = view_text(item, "orgName");

	row_begin(view, path_of_org(view->arena, slug), name);
	line_begin(view);
	html_put(view->out, "You asked to join ");
	ago_put(view, view_text(item, "createdAt"));
	line_end(view);
	excerpt_put(view, view_text(item, "message"));
	row_actions(view);
	confirm_row(view, &form_withdraw, slug, name,
		"The owners and admins do not see the request any more.");
	row_end(view);
}

/* ---- the page ---- */

static const struct part {
	const char *heading;
	void (*row)(struct view *view, const json_t *item);
	const char *more; /* the page with all of them, or NULL */
} parts[] = {
	[INVITATIONS] = {"You are invited", put_invitation, NULL},
	[INTROS] = {"Introductions to answer", put_intro, "/intros?status=pending"},
	[RECEIVED] = {"Requests to join your organizations", put_request, NULL},
	[SENT] = {"Your requests to join", put_own_request, NULL},
};

/* Writes a list under its heading, if it has items. */
static bool
put_part(struct view *view, size_t number)
{
	const struct part *part = &parts[number];
	const json_t *answer = view->answers[number];
	const bool more = view_text(answer, "nextCursor")[0] != '\0';

	if (json_array_size(view_member(answer, "items")) == 0)
		return false;
	html_putf(view->out, "<h2>%s</h2>\n<ul class=\"rows top\">\n", part->heading);
	for (size_t i = 0; i < json_array_size(view_member(answer, "items")); i++)
		part->row(view, json_array_get(view_member(answer, "items"), i));
	html_put(view->out, "</ul>\n");
	if (more && part->more != NULL) {
		html_put(view->out, "<p>");
		link_put(view, part->more, "Show all");
		html_put(view->out, "</p>\n");
	} else if (more) {
		html_put(view->out,
			"<p class=\"quiet\">There are more. They appear here when you "
			"have decided about these.</p>\n");
	}
	return true;
}

/* Writes the state of the application for an organization, while it waits. */
static bool
put_application(struct view *view)
{
	const json_t *application = view->answers[APPLICATION];

	if (strcmp(view_text(application, "status"), "pending") != 0)
		return false;
	html_put(view->out,
		"<h2>Your application for an organization</h2>\n<ul class=\"rows\">\n");
	row_begin(view, NULL, view_text(application, "name"));
	line_begin(view);
	html_put(view->out, "Waits for an administrator. You applied ");
	ago_put(view, view_text(application, "createdAt"));
	line_end(view);
	row_end(view);
	html_put(view->out, "</ul>\n");
	return true;
}

/* The page of an affiliation has its message and terms, so it is answered there. */
static void
put_affiliation(struct view *view, const json_t *item)
{
	const char *org = view_text(item, "orgName");
	const char *path = arena_printf(
		view->arena, "/project-affiliations/%s", view_text(item, "subjectId"));

	row_begin(view, path, view_text(item, "title"));
	line_begin(view);
	if (org[0] != '\0') {
		link_org(view, view_text(item, "orgSlug"), org);
		line_dot(view);
	}
	ago_put(view, view_text(item, "at"));
	line_end(view);
	row_actions(view);
	html_putf(view->out,
		"<a class=\"button plain small\" href=\"%s\">Answer<span "
		"class=\"unseen\"> %s</span></a>\n",
		path, view_text(item, "title"));
	row_end(view);
}

static bool
put_affiliations(struct view *view)
{
	const json_t *items = view_member(view->answers[WAITING], "items");
	bool any = false;

	for (size_t i = 0; i < json_array_size(items); i++) {
		const json_t *item = json_array_get(items, i);

		if (strcmp(view_text(item, "kind"), "affiliation") != 0)
			continue;
		if (!any)
			html_put(view->out,
				"<h2>Affiliations to decide</h2>\n<ul class=\"rows "
				"top\">\n");
		put_affiliation(view, item);
		any = true;
	}
	html_put(view->out, any ? "</ul>\n" : "");
	return any;
}

static void
write_waiting(struct view *view)
{
	bool any = false;

	inbox_head(view, INBOX_WAITING, NULL);
	for (size_t i = 0; i < COUNT_OF(parts); i++)
		any = put_part(view, i) || any;
	any = put_affiliations(view) || any;
	any = put_application(view) || any;
	if (!any)
		empty_put(view,
			"Nothing waits for you. Invitations, introductions and requests "
			"appear here until they are answered.",
			"Show your notifications", "/notifications");
}

const struct page page_waiting = {
	.path = PAGE,
	.title = "Waiting",
	.reads = {[INVITATIONS] = {.op = &op_me_org_invitation_list,
			  .also = FEW,
			  .apart = true},
		[INTROS] = {.op = &op_intro_list,
			.also = "status=pending&limit=5",
			.apart = true},
		[RECEIVED] = {.op = &op_me_join_request_list, .also = FEW, .apart = true},
		[SENT] = {.op = &op_me_join_request_list,
			.also = "direction=sent&" FEW,
			.apart = true},
		[APPLICATION] = {.op = &op_org_application_mine,
			.apart = true,
			.optional = true},
		[WAITING] = {.op = &op_me_waiting_list, .apart = true}},
	.forms = {&form_accept, &form_decline, &form_approve, &form_refuse,
		&form_withdraw},
	.write = write_waiting,
	.titled = true,
};
