/*
 * affiliations.c - the organizations of a project: the list, a request of its leads, and
 * an invitation of an organization.
 */
#include <string.h>

#include "gateway/pages/projects/inside.h"
#include "gateway/web/html.h"
#include "proto/orgs/orgs.h"
#include "proto/projects/affiliations.h"

/* The order of the reads. */
enum {
	PROJECT,
	SECOND, /* affiliations, or the member's organizations */
	LISTED,
};

/* ---- the list ---- */

void
affiliation_row(struct view *view, const json_t *affiliation)
{
	const char *cohort = view_text(affiliation, "cohort");
	const char *status = view_text(affiliation, "status");

	row_begin_with_picture(view, view_text(affiliation, "org.logo"),
		view_text(affiliation, "org.name"),
		path_of_org(view->arena, view_text(affiliation, "org.slug")),
		view_text(affiliation, "org.name"));
	line_begin(view);
	html_put(view->out,
		choice_words(affiliation_kinds, view_text(affiliation, "kind")));
	if (cohort[0] != '\0') {
		line_dot(view);
		text_put(view, cohort);
	}
	if (status[0] != '\0' && strcmp(status, "active") != 0) {
		line_dot(view);
		word_put(view, status);
	}
	line_end(view);
	row_actions(view);
	html_putf(view->out,
		"<a href=\"/project-affiliations/%s\">Details<span class=\"unseen\"> of "
		"%s</span></a>\n",
		view_text(affiliation, "id"), view_text(affiliation, "org.name"));
	row_end(view);
}

static const char *
with_project(const struct view *view)
{
	return arena_printf(
		view->arena, "project=%s", view_text(view->answers[PROJECT], "id"));
}

static void
write_affiliations(struct view *view)
{
	static const struct list list = {
		.row = affiliation_row,
		.empty = "The project has never had an affiliation.",
	};
	const json_t *project = view->answers[PROJECT];

	head_put(view,
		arena_printf(view->arena, "Organizations of \u201c%s\u201d",
			view_text(project, "name")),
		"");
	list_put(view, view->answers[SECOND], &list);
	project_back(view, project);
}

const struct page page_project_affiliations = {
	.path = "/projects/{id}/affiliations",
	.title = "Organizations of the project",
	.reads = {[PROJECT] = {.op = &op_project_get},
		[SECOND] = {.op = &op_project_affiliation_list, .with = with_project}},
	.write = write_affiliations,
	.titled = true,
};

/* ---- a request of the project ---- */

#define MESSAGE_CONTROLS(words) \
	{.name = "kind", \
		.kind = CONTROL_CHOICE, \
		.label = "What the organization is to the project", \
		.choices = affiliation_kinds}, \
	{ \
		.name = "message", .kind = CONTROL_AREA, .label = "Message", \
		.hint = (words) \
	}

static bool
has(const struct choice *list, size_t count, const char *value)
{
	for (size_t i = 0; i < count; i++) {
		if (strcmp(list[i].value, value) == 0)
			return true;
	}
	return false;
}

/* The organization that the query names, then the member's own, then public ones. */
static const struct choice *
offer_orgs(const struct view *view)
{
	const json_t *mine = view_member(view->answers[SECOND], "items");
	const json_t *listed = view_member(view->answers[LISTED], "items");
	const size_t own = json_array_size(mine), all = own + json_array_size(listed);
	struct choice *list = arena_array(view->arena, all + 2, sizeof(*list));
	const char *asked = view_query(view, "org");
	size_t count = 0;

	for (size_t i = 0; i < all; i++) {
		const json_t *org = i < own ? json_array_get(mine, i)
					    : json_array_get(listed, i - own);

		if (!has(list, count, view_text(org, "slug")))
			list[count++] = (struct choice){
				view_text(org, "slug"), view_text(org, "name"), NULL};
	}
	if (asked[0] != '\0' && !has(list, count, asked))
		list[count++] = (struct choice){asked, asked, NULL};
	return list;
}

static const struct control ask_controls[] = {
	{.name = "project", .kind = CONTROL_HIDDEN},
	{.name = "org",
		.kind = CONTROL_CHOICE,
		.label = "Organization",
		.offer = offer_orgs,
		.hint = "One of yours, or a public one."},
	MESSAGE_CONTROLS("What the project does, and why the two belong together."),
};

/* Shows the new affiliation. */
static void
finish(struct view *view)
{
	view->location = arena_printf(
		view->arena, "/project-affiliations/%s", view_text(view->answer, "id"));
}

static const struct form form_ask = {
	.path = "/projects/{id}/affiliations/new",
	.op = &op_affiliation_request,
	.controls = ask_controls,
	.control_count = COUNT_OF(ask_controls),
	.button = "Ask the organization",
	.finish = finish,
};

static void
write_ask(struct view *view)
{
	const json_t *project = view->answers[PROJECT];
	json_t *values = view_value(view, "project", view_text(project, "id"));

	json_object_set_new(values, "org", json_string(view_query(view, "org")));
	head_put(view,
		arena_printf(view->arena,
			"Ask an organization to affiliate with "
			"\u201c%s\u201d",
			view_text(project, "name")),
		"Its owners and admins accept or decline.");
	if (!json_is_true(view_member(project, "canManage")) ||
		project_is_archived(project)) {
		empty_put(view,
			"Only the leads of a project that is not archived can ask.",
			"Open the project", project_path_to(view, project, ""));
		return;
	}
	if (offer_orgs(view)[0].value == NULL) {
		empty_put(view, "You are in no organization, and none is public.",
			"Apply for an organization", "/orgs");
		return;
	}
	card_begin(view, NULL);
	form_put(view, &form_ask, values);
	card_end(view);
	project_back(view, project);
}

const struct page page_ask_org = {
	.path = "/projects/{id}/affiliations/new",
	.title = "Ask an organization",
	.reads = {[PROJECT] = {.op = &op_project_get},
		[SECOND] = {.op = &op_org_list, .also = "limit=50", .apart = true},
		[LISTED] = {.op = &op_org_list,
			.also = "scope=listed&limit=50",
			.apart = true}},
	.forms = {&form_ask},
	.write = write_ask,
	.titled = true,
};

/* ---- an invitation of an organization ---- */

/* The organizations that the member may speak for. */
static const struct choice *
offer_managed(const struct view *view)
{
	const json_t *mine = view_member(view->answers[SECOND], "items");
	struct choice *list =
		arena_array(view->arena, json_array_size(mine) + 1, sizeof(*list));
	size_t count = 0;

	for (size_t i = 0; i < json_array_size(mine); i++) {
		const json_t *org = json_array_get(mine, i);

		if (strcmp(view_text(org, "role"), "owner") == 0 ||
			strcmp(view_text(org, "role"), "admin") == 0)
			list[count++] = (struct choice){
				view_text(org, "slug"), view_text(org, "name"), NULL};
	}
	return list;
}

static const struct control invite_controls[] = {
	{.name = "project", .kind = CONTROL_HIDDEN},
	{.name = "org",
		.kind = CONTROL_CHOICE,
		.label = "Your organization",
		.offer = offer_managed},
	MESSAGE_CONTROLS("What the organization offers to the project."),
};

static const struct form form_invite = {
	.path = "/projects/{id}/invite",
	.op = &op_affiliation_invite,
	.controls = invite_controls,
	.control_count = COUNT_OF(invite_controls),
	.button = "Invite the project",
	.finish = finish,
};

static void
write_invite(struct view *view)
{
	const json_t *project = view->answers[PROJECT];

	head_put(view,
		arena_printf(
			view->arena, "Invite \u201c%s\u201d", view_text(project, "name")),
		"The leads of the project accept or decline the affiliation.");
	if (offer_managed(view)[0].value == NULL) {
		empty_put(view,
			"Only owners and admins of an organization can invite a project.",
			"Open the project", project_path_to(view, project, ""));
		return;
	}
	card_begin(view, NULL);
	form_put(view, &form_invite,
		view_value(view, "project", view_text(project, "id")));
	card_end(view);
	project_back(view, project);
}

const struct page page_invite_project = {
	.path = "/projects/{id}/invite",
	.title = "Invite the project",
	.reads = {[PROJECT] = {.op = &op_project_get},
		[SECOND] = {.op = &op_org_list, .also = "limit=100", .apart = true}},
	.forms = {&form_invite},
	.write = write_invite,
	.titled = true,
};
