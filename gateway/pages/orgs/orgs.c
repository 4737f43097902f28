/*
 * orgs.c - the list of organizations.
 */
#include <string.h>

#include "gateway/pages/orgs/inside.h"
#include "gateway/web/html.h"
#include "proto/orgs/orgs.h"

/* The order of the page's reads. */
enum {
	ORGS,
	APPLICATION,
};

static void
put_row(struct view *view, const json_t *org)
{
	const char *role = view_text(org, "role");

	row_begin_with_picture(view, view_text(org, "logo"), view_text(org, "name"),
		path_of_org(view->arena, view_text(org, "slug")), view_text(org, "name"));
	row_line(view, org_line(view, org));
	excerpt_put(view, view_text(org, "description"));
	row_actions(view);
	if (role[0] != '\0')
		word_put(view, role);
	else if (strcmp(view_text(org, "joinRequestStatus"), "pending") == 0)
		word_put(view, "pending");
	else
		html_put(view->out,
			strcmp(view_text(org, "joinPolicy"), "open") == 0
				? "<span class=\"tag\">Open to everybody</span>"
				: "<span class=\"tag\">Members ask to join</span>");
	row_end(view);
}

/* An application that waits for a decision. */
static void
put_application(struct view *view)
{
	const json_t *application = view->answers[APPLICATION];

	if (strcmp(view_text(application, "status"), "pending") != 0)
		return;
	html_put(view->out, "<div class=\"notice\"><p>Your application for ");
	text_put(view, view_text(application, "name"));
	html_put(view->out,
		" is waiting for a decision. <a href=\"/orgs/new\">Read "
		"it</a></p></div>\n");
}

static void
write_orgs(struct view *view)
{
	const bool listed = strcmp(view_query(view, "scope"), "listed") == 0;
	const struct tab tabs[] = {
		{"Your organizations", "/orgs", !listed},
		{"Others that you can join", "/orgs?scope=listed", listed},
	};
	const struct list mine = {
		.row = put_row,
		.empty = "You are in no organization yet. Join one, and you see the "
			 "asks and events of its members.",
		.action = "Find organizations",
		.path = "/orgs?scope=listed",
	};
	const struct list others = {
		.row = put_row,
		.empty = "There is no other organization that you can join. Do you "
			 "bring people together?",
		.action = "Apply for a new organization",
		.path = "/orgs/new",
	};

	head_with_action(view, "Organizations", "New organization", "/orgs/new");
	put_application(view);
	tabs_put(view, "Organizations", tabs, COUNT_OF(tabs));
	list_put(view, view->answers[ORGS], listed ? &others : &mine);
}

const struct page page_orgs = {
	.path = "/orgs",
	.title = "Organizations",
	.reads = {[ORGS] = {.op = &op_org_list},
		[APPLICATION] = {.op = &op_org_application_mine, .optional = true}},
	.write = write_orgs,
	.titled = true,
};
