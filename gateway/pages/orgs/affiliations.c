/*
 * affiliations.c - the affiliations of an organization, and invitations of projects.
 */
#include <string.h>

#include "gateway/pages/orgs/inside.h"
#include "gateway/web/html.h"
#include "proto/orgs/orgs.h"
#include "proto/projects/affiliations.h"
#include "proto/projects/projects.h"

#define ITEMS (ORG + 1)

/* ---- the list ---- */

static const char *
with_org(const struct view *view)
{
	return arena_printf(view->arena, "org=%s",
		path_of_org(view->arena, view->captures[0].value.data) +
			strlen("/orgs/"));
}

static void
put_affiliation(struct view *view, const json_t *affiliation)
{
	const char *status = view_text(affiliation, "status");
	const bool asked = strcmp(status, "pending") == 0 &&
		strcmp(view_text(affiliation, "initiatedBy"), "project") == 0;
	const char *path = arena_printf(
		view->arena, "/project-affiliations/%s", view_text(affiliation, "id"));

	row_begin(view, path, view_text(affiliation, "project.name"));
	row_line(view, view_text(affiliation, "project.summary"));
	line_begin(view);
	html_putf(view->out, "%s", word_of(view->arena, view_text(affiliation, "kind")));
	if (view_text(affiliation, "cohort")[0] != '\0') {
		line_dot(view);
		text_put(view, view_text(affiliation, "cohort"));
	}
	line_dot(view);
	html_put(view->out,
		strcmp(view_text(affiliation, "initiatedBy"), "project") == 0
			? "asked by the project "
			: "invited ");
	ago_put(view, view_text(affiliation, "createdAt"));
	line_dot(view);
	link_put(view, path_of_project(view->arena, view_text(affiliation, "project.id")),
		"Project page");
	line_end(view);
	quote_put(view, asked ? view_text(affiliation, "message") : "");
	row_actions(view);
	if (asked)
		html_putf(view->out, "<a class=\"button small\" href=\"%s\">Answer</a>",
			path);
	else
		word_put(view, status);
	row_end(view);
}

static void
write_affiliations(struct view *view)
{
	const struct list list = {
		.row = put_affiliation,
		.empty = "No project is affiliated with this organization yet.",
		.action = "Invite a project",
		.path = org_path(view, "/affiliations/new"),
	};

	if (!org_manage_put(view, MANAGE_AFFILIATIONS, "Affiliations"))
		return;
	actions_begin(view);
	button_put(view, "Invite a project", org_path(view, "/affiliations/new"), true);
	actions_end(view);
	list_put(view, view->answers[ITEMS], &list);
}

const struct page page_org_affiliations = {
	.path = "/orgs/{slug}/affiliations",
	.title = "Affiliations",
	.reads = {[ORG] = ORG_READ,
		[ITEMS] = {.op = &op_org_affiliation_list, .with = with_org}},
	.write = write_affiliations,
	.titled = true,
};

/* ---- inviting a project ---- */

static const struct choice kinds[] = {
	{"program", "Program: it takes part in one of ours", NULL},
	{"community", "Community: it belongs to us", NULL},
	{"investor", "Investor: we invest in it", NULL},
	{NULL, NULL, NULL},
};

static const struct control invite_controls[] = {
	{.name = "org", .kind = CONTROL_HIDDEN},
	{.name = "kind", .kind = CONTROL_CHOICE, .label = "Kind", .choices = kinds},
	{.name = "message",
		.kind = CONTROL_AREA,
		.label = "Message to the leads of the project"},
};

static const struct form form_invite = {
	.path = "/orgs/{slug}/affiliations/new/{project}",
	.op = &op_affiliation_invite,
	.controls = invite_controls,
	.control_count = COUNT_OF(invite_controls),
	.button = "Invite the project",
	.done = "/orgs/{slug}/affiliations",
	.said = "The project is invited. Its leads decide.",
};

static const char *
with_name(const struct view *view)
{
	return view_query(view, "q")[0] == '\0' ? NULL : "";
}

static void
put_project(struct view *view, const json_t *project)
{
	const char *id = view_text(project, "id");
	json_t *values = view_values(view);

	json_object_set_new(
		values, "org", json_string(view_text(view->answers[ORG], "slug")));
	row_begin(view, path_of_project(view->arena, id), view_text(project, "name"));
	row_line(view, view_text(project, "summary"));
	row_actions(view);
	form_fold_begin(view, &form_invite, "Invite", id, view_text(project, "name"));
	org_row_form(view, &form_invite, id, values);
	form_fold_end(view);
	row_end(view);
}

static void
write_invite(struct view *view)
{
	static const struct control filters[] = {
		{.name = "q", .kind = CONTROL_LINE, .label = "Name of the project"},
	};
	const struct list list = {
		.row = put_project,
		.empty = "No project has such a name. Only projects that every member "
			 "can read are found.",
	};

	if (!org_manage_put(view, MANAGE_AFFILIATIONS, "Invite a project"))
		return;
	html_put(view->out,
		"<h2>Invite a project</h2>\n<p>Search for the project, and invite it. "
		"Its leads accept or decline.</p>\n");
	form_filters(view, &op_project_list, filters, COUNT_OF(filters));
	if (view->answers[ITEMS] != NULL)
		list_put(view, view->answers[ITEMS], &list);
	html_putf(view->out, "<p><a href=\"%s\">Back to the affiliations</a></p>\n",
		org_path(view, "/affiliations"));
}

const struct page page_org_invite_project = {
	.path = "/orgs/{slug}/affiliations/new",
	.title = "Invite a project",
	.reads =
		{[ORG] = ORG_READ, [ITEMS] = {.op = &op_project_list, .with = with_name}},
	.forms = {&form_invite},
	.write = write_invite,
	.titled = true,
};
