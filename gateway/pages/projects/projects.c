/*
 * projects.c - the lists of projects: the member's own, and those that a search finds.
 */
#include <string.h>

#include "gateway/pages/projects/inside.h"
#include "gateway/web/html.h"
#include "proto/projects/projects.h"

/* The order of the page's reads. */
enum {
	MINE,
	FOUND,
};

const struct choice project_stages[] = {
	{"idea", "Idea", NULL},
	{"validating", "Validating", NULL},
	{"building", "Building", NULL},
	{"launched", "Launched", NULL},
	{NULL, NULL, NULL},
};

const struct choice project_visibilities[] = {
	{"network", "Every member", NULL},
	{"private", "Its people, and owners and admins of its organizations", NULL},
	{NULL, NULL, NULL},
};

const struct choice project_roles[] = {
	{"member", "Member", NULL},
	{"lead", "Lead", NULL},
	{NULL, NULL, NULL},
};

const struct choice affiliation_kinds[] = {
	{"community", "Community", NULL},
	{"program", "Program", NULL},
	{"investor", "Investor", NULL},
	{NULL, NULL, NULL},
};

bool
project_is_archived(const json_t *project)
{
	return strcmp(view_text(project, "status"), "archived") == 0;
}

const char *
project_path_to(const struct view *view, const json_t *project, const char *rest)
{
	return arena_printf(view->arena, "%s%s",
		path_of_project(view->arena, view_text(project, "id")), rest);
}

void
project_back(struct view *view, const json_t *project)
{
	html_put(view->out, "<p class=\"back\">Back to ");
	link_put(view, project_path_to(view, project, ""), view_text(project, "name"));
	html_put(view->out, "</p>\n");
}

/* ---- the list ---- */

void
project_row(struct view *view, const json_t *project)
{
	const char *count = view_number(view, project, "memberCount");

	row_begin(view, path_of_project(view->arena, view_text(project, "id")),
		view_text(project, "name"));
	row_line(view, view_text(project, "summary"));
	line_begin(view);
	html_putf(view->out, "%s \u00b7 %s %s",
		choice_words(project_stages, view_text(project, "stage")), count,
		strcmp(count, "1") == 0 ? "person" : "people");
	if (strcmp(view_text(project, "myRole"), "lead") == 0)
		html_put(view->out, " \u00b7 You lead it");
	if (strcmp(view_text(project, "visibility"), "private") == 0)
		html_put(view->out, " \u00b7 Private");
	if (project_is_archived(project)) {
		line_dot(view);
		word_put(view, "archived");
	}
	line_end(view);
	row_end(view);
}

static bool
is_search(const struct view *view)
{
	return view_query(view, "q")[0] != '\0' ||
		view_query(view, "member")[0] != '\0' ||
		view_query(view, "org")[0] != '\0';
}

static const char *
with_mine(const struct view *view)
{
	return is_search(view) ? NULL : "";
}

static const char *
with_found(const struct view *view)
{
	return is_search(view) ? "" : NULL;
}

static const struct control search[] = {
	{.name = "q",
		.kind = CONTROL_LINE,
		.label = "Find a project of any member",
		.hint = "Words in its name."},
};

static void
put_tabs(struct view *view)
{
	const bool found = is_search(view);
	const bool archived = strcmp(view_query(view, "status"), "archived") == 0;
	const struct tab tabs[] = {
		{"My projects", "/projects", !found && !archived},
		{"Archived", "/projects?status=archived", !found && archived},
		{"Progress", "/progress", false},
	};

	tabs_put(view, "Projects", tabs, COUNT_OF(tabs));
}

static void
write_projects(struct view *view)
{
	static const struct list mine = {
		.row = project_row,
		.empty = "You are on no project yet. Create one, and add the people who "
			 "build it with you.",
		.action = "Create a project",
		.path = "/projects/new",
	};
	static const struct list archived = {
		.row = project_row,
		.empty = "None of your projects is archived.",
		.action = "Show my projects",
		.path = "/projects",
	};
	static const struct list found = {
		.row = project_row,
		.empty = "No project that you can read matches. The search looks at the "
			 "words of names.",
		.action = "Show my projects",
		.path = "/projects",
	};
	static const struct chip chips[] = {
		{"q", "Words", NULL},
		{"member", "Member", NULL},
		{"org", "Organization", NULL},
	};

	head_with_action(view, "Projects", "New project", "/projects/new");
	put_tabs(view);
	form_filters(view, &op_project_list, search, COUNT_OF(search));
	chips_put(view, chips, COUNT_OF(chips));
	if (is_search(view))
		list_put(view, view->answers[FOUND], &found);
	else
		list_put(view, view->answers[MINE],
			strcmp(view_query(view, "status"), "archived") == 0 ? &archived
									    : &mine);
}

const struct page page_projects = {
	.path = "/projects",
	.title = "Projects",
	.reads = {[MINE] = {.op = &op_me_project_list, .with = with_mine},
		[FOUND] = {.op = &op_project_list, .with = with_found}},
	.write = write_projects,
	.titled = true,
};
