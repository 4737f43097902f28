/*
 * lists.c - the asks, events, projects and progress of an organization.
 */
#include <string.h>

#include "gateway/pages/asks/asks.h"
#include "gateway/pages/orgs/inside.h"
#include "gateway/web/html.h"
#include "proto/content/posts.h"
#include "proto/content/progress.h"
#include "proto/events/events.h"
#include "proto/orgs/orgs.h"
#include "proto/projects/projects.h"

#define ITEMS (ORG + 1)

/* ---- asks ---- */

static void
write_asks(struct view *view)
{
	const bool member = org_is_member(view->answers[ORG]);
	const char *path = path_with_query(
		view->arena, "/posts/new", "org", view_text(view->answers[ORG], "slug"));
	const struct list list = {
		.row = ask_row,
		.empty = member ? "Nobody has published an ask here yet. What do you "
				  "look for?"
				: "Nobody has published an ask here yet.",
		.action = "Publish an ask",
		.path = member ? path : NULL,
	};

	org_head_put(view, ORG_ASKS, "Asks");
	if (member) {
		actions_begin(view);
		button_put(view, "New ask", path, true);
		actions_end(view);
	}
	list_put(view, view->answers[ITEMS], &list);
}

const struct page page_org_asks = {
	.path = "/orgs/{slug}/asks",
	.title = "Asks",
	.reads = {[ORG] = ORG_READ, [ITEMS] = {.op = &op_org_post_list}},
	.write = write_asks,
	.titled = true,
};

/* ---- events ---- */

void
org_event_row(struct view *view, const json_t *event)
{
	const char *going = view_number(view, event, "goingCount");

	row_begin(view, path_of_event(view->arena, view_text(event, "id")),
		view_text(event, "title"));
	line_begin(view);
	time_put(view, view_text(event, "startsAt"));
	if (view_text(event, "location")[0] != '\0') {
		line_dot(view);
		text_put(view, view_text(event, "location"));
	}
	line_dot(view);
	html_putf(view->out, "%s going", going);
	line_end(view);
	row_actions(view);
	if (strcmp(view_text(event, "status"), "published") != 0)
		word_put(view, view_text(event, "status"));
	else if (view_text(event, "myRsvpStatus")[0] != '\0')
		word_put(view, view_text(event, "myRsvpStatus"));
	row_end(view);
}

/* Upcoming events are listed by their start. */
static const char *
with_order(const struct view *view)
{
	return strcmp(view_query(view, "when"), "past") == 0 ? "order=newest"
							     : "order=soonest";
}

static void
write_events(struct view *view)
{
	const bool past = strcmp(view_query(view, "when"), "past") == 0;
	const struct tab tabs[] = {
		{"Upcoming", org_path(view, "/events"), !past},
		{"Past", org_path(view, "/events?when=past"), past},
	};
	const struct list list = {
		.row = org_event_row,
		.empty = past ? "No event of this organization is over yet."
			      : "No event is planned.",
		.action = "See all events",
		.path = past ? NULL : "/events",
	};

	org_head_put(view, ORG_EVENTS, "Events");
	if (org_is_manager(view->answers[ORG])) {
		actions_begin(view);
		button_put(view, "New event",
			path_with_query(view->arena, "/events/new", "org",
				view_text(view->answers[ORG], "slug")),
			true);
		actions_end(view);
	}
	tabs_put(view, "Events", tabs, COUNT_OF(tabs));
	list_put(view, view->answers[ITEMS], &list);
}

const struct page page_org_events = {
	.path = "/orgs/{slug}/events",
	.title = "Events",
	.reads = {[ORG] = ORG_READ,
		[ITEMS] = {.op = &op_org_event_list, .with = with_order}},
	.write = write_events,
	.titled = true,
};

/* ---- projects ---- */

static void
put_project(struct view *view, const json_t *project)
{
	const char *count = view_number(view, project, "memberCount");

	row_begin(view, path_of_project(view->arena, view_text(project, "id")),
		view_text(project, "name"));
	excerpt_put(view, view_text(project, "summary"));
	line_begin(view);
	html_putf(view->out, "%s", word_of(view->arena, view_text(project, "stage")));
	line_dot(view);
	html_putf(view->out, strcmp(count, "1") == 0 ? "%s person" : "%s people", count);
	line_end(view);
	row_end(view);
}

static void
write_projects(struct view *view)
{
	const bool manages = org_is_manager(view->answers[ORG]);
	const struct list list = {
		.row = put_project,
		.empty = manages ? "No project is affiliated yet. You can invite one."
				 : "No project is affiliated with this organization. The "
				   "lead of a project can ask for it.",
		.action = manages ? "Invite a project" : "See your projects",
		.path = manages ? org_path(view, "/affiliations/new") : "/projects",
	};

	org_head_put(view, ORG_PROJECTS, "Projects");
	list_put(view, view->answers[ITEMS], &list);
}

const struct page page_org_projects = {
	.path = "/orgs/{slug}/projects",
	.title = "Projects",
	.reads = {[ORG] = ORG_READ, [ITEMS] = {.op = &op_org_project_list}},
	.write = write_projects,
	.titled = true,
};

/* ---- progress ---- */

static void
put_entry(struct view *view, const json_t *entry)
{
	const char *project = view_text(entry, "projectId");

	row_begin_with_picture(view, view_text(entry, "authorImage"),
		view_text(entry, "authorName"),
		path_of_progress(view->arena, view_text(entry, "id")),
		view_text(entry, "title"));
	line_begin(view);
	html_putf(view->out, "%s by ", word_of(view->arena, view_text(entry, "kind")));
	link_member(
		view, view_text(entry, "authorHandle"), view_text(entry, "authorName"));
	if (project[0] != '\0') {
		html_put(view->out, " on ");
		link_put(view, path_of_project(view->arena, project),
			view_text(entry, "projectName"));
	}
	line_dot(view);
	ago_put(view, view_text(entry, "occurredAt"));
	line_end(view);
	excerpt_put(view, view_text(entry, "note"));
	row_end(view);
}

static void
write_progress(struct view *view)
{
	const struct list list = {
		.row = put_entry,
		.empty = "Nobody has shared progress here yet. Have you reached "
			 "something?",
		.action = "Go to your progress",
		.path = "/progress",
	};

	org_head_put(view, ORG_PROGRESS, "Progress");
	list_put(view, view->answers[ITEMS], &list);
}

const struct page page_org_progress = {
	.path = "/orgs/{slug}/progress",
	.title = "Progress",
	.reads = {[ORG] = ORG_READ, [ITEMS] = {.op = &op_org_progress_list}},
	.write = write_progress,
	.titled = true,
};
