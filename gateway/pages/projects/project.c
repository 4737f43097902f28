/*
 * project.c - a project, and its affiliation with an organization.
 */
#include <string.h>

#include "gateway/components/components.h"
#include "gateway/pages/projects/projects.h"
#include "gateway/web/html.h"
#include "proto/projects/affiliations.h"
#include "proto/projects/projects.h"

/* ---- a project ---- */

static void
write_project(struct view *view)
{
	const json_t *project = view->answers[0];
	const json_t *members = view_member(project, "members");

	head_put(view, view_text(project, "name"), view_text(project, "summary"));
	written_put(view, view_text(project, "description"));
	facts_begin(view);
	fact_word(view, "Stage", view_text(project, "stage"));
	fact_word(view, "State", view_text(project, "status"));
	fact_word(view, "Your role", view_text(project, "myRole"));
	for (size_t i = 0; i < json_array_size(members); i++) {
		const json_t *member = json_array_get(members, i);

		fact_member(view,
			strcmp(view_text(member, "role"), "lead") == 0 ? "Lead"
								       : "Member",
			member);
	}
	facts_end(view);
}

const struct page page_project = {
	.path = "/projects/{id}",
	.title = "Project",
	.reads = {{.op = &op_project_get}},
	.write = write_project,
	.titled = true,
};

/* ---- an affiliation ---- */

static const struct form form_accept = {
	.path = "/project-affiliations/{affiliation}/accept",
	.op = &op_affiliation_accept,
	.button = "Accept",
	.done = "/project-affiliations/{affiliation}",
	.said = "The affiliation is active.",
};

static const struct form form_decline = {
	.path = "/project-affiliations/{affiliation}/decline",
	.op = &op_affiliation_decline,
	.button = "Decline",
	.danger = true,
	.done = "/project-affiliations/{affiliation}",
	.said = "The affiliation is declined.",
};

/* Whether the visitor belongs to the party that was asked. */
static bool
is_asked(const json_t *affiliation)
{
	const char *side = view_text(affiliation, "viewerSide");
	const bool by_project =
		strcmp(view_text(affiliation, "initiatedBy"), "project") == 0;

	return strcmp(side, "both") == 0 ||
		strcmp(side, by_project ? "org" : "team") == 0;
}

/* Who is invited by an acceptance. */
static void
put_joining(struct view *view, const json_t *affiliation)
{
	const json_t *joining = view_member(affiliation, "joiningMembers");

	if (json_array_size(joining) == 0)
		return;
	html_put(view->out,
		"<p>If you accept, these project members are invited to the "
		"organization:</p>\n"
		"<ul>\n");
	for (size_t i = 0; i < json_array_size(joining); i++)
		html_putf(view->out, "<li>%s</li>\n",
			view_text(json_array_get(joining, i), "name"));
	html_put(view->out, "</ul>\n");
}

static void
write_affiliation(struct view *view)
{
	const json_t *affiliation = view->answers[0];

	head_put(view,
		arena_printf(view->arena, "%s and %s",
			view_text(affiliation, "project.name"),
			view_text(affiliation, "org.name")),
		view_text(affiliation, "project.summary"));
	quote_put(view, view_text(affiliation, "message"));
	facts_begin(view);
	fact_word(view, "Kind", view_text(affiliation, "kind"));
	fact_word(view, "State", view_text(affiliation, "status"));
	fact_put(view, "Cohort", view_text(affiliation, "cohort"));
	fact_member(view, "Proposed by", view_member(affiliation, "requester"));
	fact_time(view, "Proposed", view_text(affiliation, "createdAt"));
	facts_end(view);
	if (strcmp(view_text(affiliation, "status"), "pending") != 0 ||
		!is_asked(affiliation))
		return;
	put_joining(view, affiliation);
	html_put(view->out, "<div class=\"actions\">\n");
	form_put(view, &form_accept, NULL);
	form_put(view, &form_decline, NULL);
	html_put(view->out, "</div>\n");
}

const struct page page_affiliation = {
	.path = "/project-affiliations/{affiliation}",
	.title = "Affiliation",
	.reads = {{.op = &op_affiliation_get}},
	.forms = {&form_accept, &form_decline},
	.write = write_affiliation,
	.titled = true,
};
