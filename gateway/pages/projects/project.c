/*
 * project.c - a project: its stage, people, organizations and progress.
 */
#include <string.h>

#include "gateway/components/report.h"
#include "gateway/pages/progress/progress.h"
#include "gateway/pages/projects/inside.h"
#include "gateway/web/html.h"
#include "proto/content/progress.h"
#include "proto/orgs/orgs.h"
#include "proto/projects/affiliations.h"
#include "proto/projects/projects.h"

/* The people that the page shows; the others have a page of their own. */
#define PEOPLE_FEW 12

/* The order of the reads. */
enum {
	PROJECT,
	AFFILIATIONS,
	PROGRESS,
	MY_ORGS,
};

/* ---- reads ---- */

static const char *
with_project(const struct view *view)
{
	return arena_printf(
		view->arena, "project=%s", view_text(view->answers[PROJECT], "id"));
}

static bool
can_manage(const struct view *view)
{
	return json_is_true(view_member(view->answers[PROJECT], "canManage"));
}

static bool
is_on_roster(const struct view *view)
{
	return view_text(view->answers[PROJECT], "myRole")[0] != '\0';
}

/* Leads see requests, too; the record of the project has the active affiliations. */
static const char *
with_requests(const struct view *view)
{
	return can_manage(view) ? with_project(view) : NULL;
}

/* The organizations of a visitor from outside, who may invite the project to them. */
static const char *
with_orgs(const struct view *view)
{
	return is_on_roster(view) ? NULL : "";
}

/* ---- forms ---- */

static const struct form form_leave = {
	.path = "/projects/{id}/leave",
	.op = &op_project_leave,
	.button = "Leave the project",
	.danger = true,
	.done = "/projects",
	.said = "You have left the project.",
};

static const struct form form_report =
	REPORT_FORM("/projects/{id}", "project", "Report this project");

/* ---- the head ---- */

/* Writes the stages up to the current one as steps. */
static void
put_stages(struct view *view, const char *stage)
{
	html_put(view->out, "<ol class=\"steps\" aria-label=\"Stage\">\n");
	for (const struct choice *one = project_stages; one->value != NULL; one++) {
		const bool current = strcmp(one->value, stage) == 0;

		html_putf(view->out,
			current ? "<li aria-current=\"step\">%s</li>\n" : "<li>%s</li>\n",
			one->label);
	}
	html_put(view->out, "</ol>\n");
}

/* Whether the visitor is owner or admin of an organization. */
static bool
speaks_for_org(const struct view *view)
{
	const json_t *orgs = view_member(view->answers[MY_ORGS], "items");

	for (size_t i = 0; i < json_array_size(orgs); i++) {
		const char *role = view_text(json_array_get(orgs, i), "role");

		if (strcmp(role, "owner") == 0 || strcmp(role, "admin") == 0)
			return true;
	}
	return false;
}

static void
put_actions(struct view *view, const json_t *project)
{
	const bool archived = project_is_archived(project);

	actions_begin(view);
	if (is_on_roster(view) && !archived)
		button_put(view, "Add progress",
			path_with_query(view->arena, "/progress/new", "projectId",
				view_text(project, "id")),
			true);
	if (can_manage(view))
		button_put(view, archived ? "Restore or delete" : "Edit the project",
			project_path_to(view, project, "/edit"), false);
	if (!archived && speaks_for_org(view))
		button_put(view, "Invite to your organization",
			project_path_to(view, project, "/invite"), false);
	actions_end(view);
}

/* ---- the parts ---- */

static void
put_people(struct view *view, const json_t *project)
{
	const size_t count = json_array_size(view_member(project, "members"));
	const bool adds = can_manage(view) && !project_is_archived(project);

	part_put(view, "People", adds ? "Add a person" : NULL,
		project_path_to(view, project, "/members/new"));
	people_put(view, project, 0, PEOPLE_FEW);
	if (count > PEOPLE_FEW)
		html_putf(view->out,
			"<p class=\"more\"><a href=\"%s\">All %s people</a></p>\n",
			project_path_to(view, project, "/members"),
			arena_printf(view->arena, "%zu", count));
}

/* Requests first: they wait for somebody. */
static void
put_requests(struct view *view)
{
	const json_t *items = view_member(view->answers[AFFILIATIONS], "items");

	for (size_t i = 0; i < json_array_size(items); i++) {
		const json_t *one = json_array_get(items, i);

		if (strcmp(view_text(one, "status"), "pending") == 0)
			affiliation_row(view, one);
	}
}

static bool
has_requests(const struct view *view)
{
	const json_t *items = view_member(view->answers[AFFILIATIONS], "items");

	for (size_t i = 0; i < json_array_size(items); i++) {
		if (strcmp(view_text(json_array_get(items, i), "status"), "pending") == 0)
			return true;
	}
	return false;
}

static void
put_orgs(struct view *view, const json_t *project)
{
	const json_t *active = view_member(project, "affiliations");
	const bool asks = can_manage(view) && !project_is_archived(project);

	part_put(view, "Organizations", asks ? "Ask an organization" : NULL,
		project_path_to(view, project, "/affiliations/new"));
	if (json_array_size(active) == 0 && !has_requests(view)) {
		empty_put(view,
			"No organization belongs to the project: no community, program "
			"or investor.",
			NULL, NULL);
		return;
	}
	html_put(view->out, "<ul class=\"rows top\">\n");
	put_requests(view);
	for (size_t i = 0; i < json_array_size(active); i++)
		affiliation_row(view, json_array_get(active, i));
	html_put(view->out, "</ul>\n");
	html_putf(view->out,
		"<p class=\"more\"><a href=\"%s\">All, with earlier ones</a></p>\n",
		project_path_to(view, project, "/affiliations"));
}

static void
put_progress(struct view *view, const json_t *project)
{
	const json_t *entries = view->answers[PROGRESS];

	part_put(view, "Progress", NULL, NULL);
	if (json_array_size(view_member(entries, "items")) == 0) {
		empty_put(view,
			is_on_roster(view)
				? "There is no progress entry yet. What happened last?"
				: "There is no progress entry that you can see.",
			NULL, NULL);
		return;
	}
	timeline_put(view, entries);
	html_putf(view->out, "<p class=\"more\"><a href=\"%s\">All progress</a></p>\n",
		path_with_query(
			view->arena, "/progress", "project", view_text(project, "id")));
}

static void
put_facts(struct view *view, const json_t *project)
{
	part_put(view, "About", NULL, NULL);
	facts_begin(view);
	fact_put(view, "Can be read by",
		choice_words(project_visibilities, view_text(project, "visibility")));
	if (is_on_roster(view))
		fact_put(view, "Your role",
			choice_words(project_roles, view_text(project, "myRole")));
	fact_time(view, "Created", view_text(project, "createdAt"));
	fact_time(view, "Last changed", view_text(project, "updatedAt"));
	facts_end(view);
	if (is_on_roster(view)) {
		confirm_put(view, &form_leave,
			"You no longer see what only its people see. The last lead "
			"cannot leave.");
		return;
	}
	report_put(view, &form_report, view_text(project, "id"));
}

static void
write_project(struct view *view)
{
	const json_t *project = view->answers[PROJECT];

	head_put(view, view_text(project, "name"), view_text(project, "summary"));
	if (project_is_archived(project))
		note_put(view, "",
			"This project is archived. It can be read, but not changed.");
	put_stages(view, view_text(project, "stage"));
	put_actions(view, project);
	written_put(view, view_text(project, "description"));
	put_people(view, project);
	put_orgs(view, project);
	put_progress(view, project);
	put_facts(view, project);
}

const struct page page_project = {
	.path = "/projects/{id}",
	.title = "Project",
	.reads = {[PROJECT] = {.op = &op_project_get},
		[AFFILIATIONS] = {.op = &op_project_affiliation_list,
			.with = with_requests,
			.also = "limit=50",
			.apart = true,
			.optional = true},
		[PROGRESS] = {.op = &op_progress_list,
			.with = with_project,
			.also = "limit=10",
			.apart = true,
			.optional = true},
		[MY_ORGS] = {.op = &op_org_list,
			.with = with_orgs,
			.also = "limit=100",
			.apart = true,
			.optional = true}},
	.forms = {&form_leave, &form_report},
	.write = write_project,
	.titled = true,
};
