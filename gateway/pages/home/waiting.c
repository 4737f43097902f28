/*
 * waiting.c - what waits for the member, on the front page.
 */
#include <string.h>

#include "gateway/components/report.h"
#include "gateway/pages/home/inside.h"
#include "gateway/web/html.h"
#include "proto/identity/approvals.h"
#include "proto/orgs/orgs.h"

const struct form form_accept_own = {
	.path = "/invited/{id}/accept",
	.op = &op_me_org_invitation_accept,
	.button = "Accept",
	.done = "/",
	.said = "You have joined the organization.",
};

const struct form form_decline_own = {
	.path = "/invited/{id}/decline",
	.op = &op_me_org_invitation_decline,
	.button = "Decline",
	.plain = true,
	.done = "/",
	.said = "You have declined the invitation.",
};

static void
put_invitation(struct view *view, const json_t *item)
{
	const char *name = view_text(item, "orgName");

	row_begin(view, path_of_org(view->arena, view_text(item, "orgSlug")), name);
	line_begin(view);
	link_member(view, view_text(item, "invitedByHandle"),
		view_text(item, "invitedByName"));
	html_putf(view->out, " invited you as %s.", view_text(item, "role"));
	line_end(view);
	row_actions(view);
	form_button(view, &form_accept_own, view_text(item, "id"), name);
	form_button(view, &form_decline_own, view_text(item, "id"), name);
	row_end(view);
}

/* What follows the title of an item, and "Ada and 3 more" for several. */
static const struct kind {
	const char *kind;
	const char *one, *several;
} kinds[] = {
	{"approval", "", " wait for your approval"},
	{"intro", " would like an introduction", " would like an introduction"},
	{"join_request", " asks to join", " ask to join"},
	{"affiliation", ": an affiliation to decide", NULL},
	{"member", " waits for approval", " wait for approval"},
	{"org_application", " would like to become an organization",
		" would like to become organizations"},
};

static const struct kind *
kind_of(const char *name)
{
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		if (strcmp(kinds[i].kind, name) == 0)
			return &kinds[i];
	}
	return NULL;
}

static const char *
path_of(struct view *view, const json_t *item, int64_t count)
{
	const char *kind = view_text(item, "kind"), *id = view_text(item, "subjectId");

	if (strcmp(kind, "intro") == 0)
		return count == 1 ? path_of_intro(view->arena, id) : "/intros";
	if (strcmp(kind, "approval") == 0)
		return APPROVALS_PAGE;
	if (strcmp(kind, "join_request") == 0)
		return arena_printf(view->arena, "%s/requests",
			path_of_org(view->arena, view_text(item, "orgSlug")));
	if (strcmp(kind, "affiliation") == 0)
		return arena_printf(view->arena, "/project-affiliations/%s", id);
	return "/admin";
}

static void
put_item(struct view *view, const struct kind *kind, const json_t *item)
{
	const int64_t count = json_integer_value(view_member(item, "count"));
	const char *org = view_text(item, "orgName");

	row_begin_about(view, path_of(view, item, count), view_text(item, "title"),
		count == 1 ? kind->one
			   : arena_printf(view->arena, " and %lld more%s",
				     (long long)count - 1, kind->several));
	line_begin(view);
	if (org[0] != '\0') {
		link_org(view, view_text(item, "orgSlug"), org);
		line_dot(view);
	}
	ago_put(view, view_text(item, "at"));
	line_end(view);
	row_end(view);
}

void
waiting_put(struct view *view, const json_t *invitations, const json_t *waiting,
	const json_t *reports)
{
	const json_t *items = view_member(waiting, "items");
	const json_t *invited = view_member(invitations, "items");
	size_t count =
		json_array_size(invited) + json_array_size(view_member(reports, "items"));

	for (size_t i = 0; i < json_array_size(items); i++)
		count += kind_of(view_text(json_array_get(items, i), "kind")) != NULL;
	if (count == 0)
		return;
	html_put(view->out, "<h2>Waiting for you</h2>\n<ul class=\"rows\">\n");
	for (size_t i = 0; i < json_array_size(invited); i++)
		put_invitation(view, json_array_get(invited, i));
	for (size_t i = 0; i < json_array_size(items); i++) {
		const json_t *item = json_array_get(items, i);
		const struct kind *kind = kind_of(view_text(item, "kind"));

		if (kind != NULL)
			put_item(view, kind, item);
	}
	reports_put(view, reports);
	html_put(view->out, "</ul>\n");
}

void
expiring_put(struct view *view, const json_t *waiting)
{
	const json_t *items = view_member(waiting, "items");
	bool begun = false;

	for (size_t i = 0; i < json_array_size(items); i++) {
		const json_t *item = json_array_get(items, i);

		if (strcmp(view_text(item, "kind"), "post_expiring") != 0)
			continue;
		if (!begun) {
			card_begin(view, "Your asks that expire soon");
			html_put(view->out, "<ul class=\"plain\">\n");
			begun = true;
		}
		html_put(view->out, "<li>");
		link_put(view, path_of_post(view->arena, view_text(item, "subjectId")),
			view_text(item, "title"));
		line_begin(view);
		html_put(view->out, "Expires ");
		ago_put(view, view_text(item, "at"));
		line_end(view);
		html_put(view->out, "</li>\n");
	}
	if (begun) {
		html_put(view->out, "</ul>\n");
		card_end(view);
	}
}
