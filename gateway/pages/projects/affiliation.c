/*
 * affiliation.c - an affiliation between a project and an organization: its answer, its
 * terms, and its end.
 */
#include <string.h>

#include "gateway/pages/projects/inside.h"
#include "gateway/web/html.h"
#include "proto/projects/affiliations.h"

#define PATH "/project-affiliations/{affiliation}"

/* ---- forms ---- */

static const struct choice team_choices[] = {
	{"true", "Accept, and invite its people to the organization", NULL},
	{"false", "Accept without inviting its people", NULL},
	{NULL, NULL, NULL},
};

static const struct control team_controls[] = {
	{.name = "inviteTeam",
		.kind = CONTROL_CHOICE,
		.label = "The people of the project",
		.choices = team_choices},
};

static const struct form form_accept = {
	.path = PATH "/accept",
	.op = &op_affiliation_accept,
	.controls = team_controls,
	.control_count = COUNT_OF(team_controls),
	.button = "Accept",
	.done = PATH,
	.said = "The affiliation is active.",
};

static const struct form form_decline = {
	.path = PATH "/decline",
	.op = &op_affiliation_decline,
	.button = "Decline",
	.danger = true,
	.done = PATH,
	.said = "The affiliation is declined.",
};

static const struct form form_cancel = {
	.path = PATH "/cancel",
	.op = &op_affiliation_cancel,
	.button = "Cancel the request",
	.danger = true,
	.done = PATH,
	.said = "The request is cancelled.",
};

static const struct form form_conclude = {
	.path = PATH "/end",
	.op = &op_affiliation_end,
	.button = "End the affiliation",
	.danger = true,
	.done = PATH,
	.said = "The affiliation has ended.",
};

static const struct control details_controls[] = {
	{.name = "kind",
		.kind = CONTROL_CHOICE,
		.label = "Kind",
		.choices = affiliation_kinds},
	{.name = "cohort",
		.kind = CONTROL_LINE,
		.label = "Cohort",
		.hint = "For a program, such as Winter 2027."},
};

static const struct form form_details = {
	.path = PATH "/details",
	.op = &op_affiliation_update,
	.controls = details_controls,
	.control_count = COUNT_OF(details_controls),
	.button = "Save kind and cohort",
	.plain = true,
	.done = PATH,
	.said = "The affiliation is changed.",
};

static const struct control terms_controls[] = {
	{.name = "terms",
		.kind = CONTROL_AREA,
		.label = "Terms",
		.rows = 6,
		.hint = "What the two parties have agreed. An empty box removes them."},
};

static const struct form form_terms = {
	.path = PATH "/terms",
	.op = &op_affiliation_update,
	.controls = terms_controls,
	.control_count = COUNT_OF(terms_controls),
	.button = "Save the terms",
	.plain = true,
	.done = PATH,
	.said = "The affiliation is changed.",
};

/* Without .done, the page shows whom the answer names. */
static const struct form form_team = {
	.path = PATH "/invite-team",
	.op = &op_affiliation_invite_team,
	.button = "Invite its people",
	.plain = true,
};

/* ---- the two parties ---- */

static bool
is_status(const json_t *affiliation, const char *status)
{
	return strcmp(view_text(affiliation, "status"), status) == 0;
}

static bool
is_of_party(const json_t *affiliation, const char *party)
{
	const char *side = view_text(affiliation, "viewerSide");

	return strcmp(side, "both") == 0 || strcmp(side, party) == 0;
}

static bool
is_by_project(const json_t *affiliation)
{
	return strcmp(view_text(affiliation, "initiatedBy"), "project") == 0;
}

/* Whether the visitor belongs to the party that was asked. */
static bool
is_asked(const json_t *affiliation)
{
	return is_of_party(affiliation, is_by_project(affiliation) ? "org" : "team");
}

/* Whether the visitor belongs to the party that asked. */
static bool
has_asked(const json_t *affiliation)
{
	return is_of_party(affiliation, is_by_project(affiliation) ? "team" : "org");
}

/* A project that the visitor cannot read shows neither people nor a summary. */
static bool
is_readable(const json_t *affiliation)
{
	return json_integer_value(view_member(affiliation, "project.memberCount")) > 0;
}

/* ---- the answer to a request ---- */

static void
put_names(struct view *view, const json_t *names)
{
	for (size_t i = 0; i < json_array_size(names); i++) {
		html_put(view->out, i > 0 ? ", " : "");
		text_put(view, json_string_value(json_array_get(names, i)));
	}
}

/* Who is invited by an acceptance. */
static void
put_joining(struct view *view, const json_t *joining)
{
	html_put(view->out,
		"<p>These people are on the roster, but not in the organization:</p>\n"
		"<ul>\n");
	for (size_t i = 0; i < json_array_size(joining); i++) {
		const json_t *person = json_array_get(joining, i);

		html_put(view->out, "<li>");
		link_member(view, view_text(person, "handle"), view_text(person, "name"));
		html_put(view->out, "</li>\n");
	}
	html_put(view->out, "</ul>\n");
}

static void
put_answer(struct view *view, const json_t *affiliation)
{
	const json_t *joining = view_member(affiliation, "joiningMembers");

	card_begin(view, "Your answer");
	if (json_array_size(joining) > 0)
		put_joining(view, joining);
	form_begin(view, &form_accept,
		page_path(view->arena, form_accept.path, view->captures,
			view->capture_count));
	if (json_array_size(joining) > 0)
		form_controls(view, &form_accept, NULL);
	form_end(view, &form_accept);
	confirm_put(view, &form_decline,
		"The other party is told. Either of you can ask again later.");
	card_end(view);
}

/* ---- what the parties manage ---- */

/* The terms, and who reads them. */
static void
put_terms(struct view *view, const json_t *affiliation)
{
	const bool open =
		is_status(affiliation, "pending") || is_status(affiliation, "active");
	const char *terms = view_text(affiliation, "terms");

	card_begin(view, "Terms");
	html_put(view->out, "<p class=\"hint\">Only the leads of ");
	text_put(view, view_text(affiliation, "project.name"));
	html_put(view->out, " and the owners and admins of ");
	text_put(view, view_text(affiliation, "org.name"));
	html_put(view->out, " can read the terms.</p>\n");
	if (open) {
		form_put(view, &form_terms, affiliation);
	} else if (terms[0] != '\0') {
		written_put(view, terms);
	} else {
		html_put(view->out, "<p>There were no terms.</p>\n");
	}
	if (view_text(affiliation, "termsUpdatedAt")[0] != '\0') {
		html_put(view->out, "<p class=\"quiet\">Last changed ");
		ago_put(view, view_text(affiliation, "termsUpdatedAt"));
		html_put(view->out, ".</p>\n");
	}
	card_end(view);
}

/* What the invitation of the team has done. */
static void
put_invited(struct view *view)
{
	const json_t *invited = view_member(view->answer, "invited");
	const json_t *skipped = view_member(view->answer, "skipped");

	html_put(view->out, "<div class=\"notice good\"><p>");
	if (json_array_size(invited) > 0) {
		html_put(view->out, "Invited: ");
		put_names(view, invited);
		html_put(view->out, ". ");
	} else {
		html_put(view->out, "Nobody was left to invite. ");
	}
	if (json_array_size(skipped) > 0) {
		html_put(view->out, "Already there or invited before: ");
		put_names(view, skipped);
		html_put(view->out, ".");
	}
	html_put(view->out, "</p></div>\n");
}

static void
put_for_org(struct view *view, const json_t *affiliation)
{
	card_begin(view, "For the organization");
	form_put(view, &form_details, affiliation);
	if (is_status(affiliation, "active")) {
		html_put(view->out,
			"<h3>The people of the project</h3>\n<p class=\"hint\">Invites "
			"those who are not in the organization yet.</p>\n");
		form_put(view, &form_team, NULL);
	}
	card_end(view);
}

/* ---- the page ---- */

static void
put_facts(struct view *view, const json_t *affiliation)
{
	facts_begin(view);
	fact_begin(view, "Project");
	if (is_readable(affiliation))
		link_put(view,
			path_of_project(
				view->arena, view_text(affiliation, "project.id")),
			view_text(affiliation, "project.name"));
	else
		text_put(view, view_text(affiliation, "project.name"));
	fact_end(view);
	fact_org(view, "Organization", view_member(affiliation, "org"));
	fact_word(view, "Kind", view_text(affiliation, "kind"));
	fact_word(view, "State", view_text(affiliation, "status"));
	fact_put(view, "Cohort", view_text(affiliation, "cohort"));
	fact_put(view, "Asked by",
		is_by_project(affiliation) ? "The project" : "The organization");
	fact_member(view, "Sent by", view_member(affiliation, "requester"));
	fact_time(view, "Sent", view_text(affiliation, "createdAt"));
	fact_time(view, "Decided", view_text(affiliation, "decidedAt"));
	fact_time(view, "Ended", view_text(affiliation, "endedAt"));
	facts_end(view);
}

static void
put_head(struct view *view, const json_t *affiliation)
{
	const char *logo = view_text(affiliation, "org.logo");
	const char *summary = view_text(affiliation, "project.summary");
	const char *title = arena_printf(view->arena, "%s and %s",
		view_text(affiliation, "project.name"),
		view_text(affiliation, "org.name"));

	if (logo[0] != '\0')
		head_with_picture(view, logo, title, summary);
	else
		head_put(view, title, summary);
}

static void
put_party(struct view *view, const json_t *affiliation)
{
	const bool pending = is_status(affiliation, "pending");
	const bool active = is_status(affiliation, "active");

	if (pending && is_asked(affiliation))
		put_answer(view, affiliation);
	if ((pending || active) && is_of_party(affiliation, "org"))
		put_for_org(view, affiliation);
	put_terms(view, affiliation);
	if (pending && has_asked(affiliation))
		confirm_put(view, &form_cancel,
			"The other party can no longer accept it. You can ask again.");
	if (active)
		confirm_put(view, &form_conclude,
			"The project no longer belongs to the organization. The two can "
			"affiliate again with a new request.");
}

static void
write_affiliation(struct view *view)
{
	const json_t *affiliation = view->answers[0];

	put_head(view, affiliation);
	if (view->answer != NULL && view->form == &form_team)
		put_invited(view);
	quote_put(view, view_text(affiliation, "message"));
	put_facts(view, affiliation);
	if (view_text(affiliation, "viewerSide")[0] != '\0')
		put_party(view, affiliation);
}

const struct page page_affiliation = {
	.path = PATH,
	.title = "Affiliation",
	.reads = {{.op = &op_affiliation_get}},
	.forms = {&form_accept, &form_decline, &form_cancel, &form_conclude,
		&form_details, &form_terms, &form_team},
	.write = write_affiliation,
	.titled = true,
};
