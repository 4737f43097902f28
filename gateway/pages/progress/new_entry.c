/*
 * new_entry.c - a new progress entry, and changes of one.
 */
#include <string.h>

#include "common/config/config.h"
#include "gateway/pages/progress/inside.h"
#include "gateway/web/html.h"
#include "proto/content/progress.h"
#include "proto/media/social.h"
#include "proto/orgs/orgs.h"
#include "proto/projects/projects.h"

/* ---- a new entry ---- */

/* The order of the reads of a new entry. */
enum {
	MY_ORGS,
	MY_PROJECTS,
	SOCIAL,
};

static const struct choice *
offer_projects(const struct view *view)
{
	return view_choices(view, view_member(view->answers[MY_PROJECTS], "items"), "id",
		"name", "No project");
}

/* The order of the controls after those of an entry. */
enum {
	PROJECT = ENTRY_CONTROL_COUNT,
	TO_ORGS,
	TO_ALL,
	SHARE,
};

static const struct control controls[] = {
	ENTRY_CONTROLS,
	{.name = "projectId",
		.kind = CONTROL_CHOICE,
		.label = "Project",
		.offer = offer_projects,
		.hint = "Everybody on its roster sees the entry."},
	AUDIENCE_CONTROLS,
	{.name = "social",
		.kind = CONTROL_CHECK,
		.label = "Share it on your social account, too",
		.hint = "It becomes a public post there."},
};

/* Shows the new entry, unless a warning must be read first. */
static void
finish(struct view *view)
{
	if (json_array_size(view_member(view->answer, "warnings")) == 0)
		view->location =
			path_of_progress(view->arena, view_text(view->answer, "id"));
}

static const struct form form_new = {
	.path = "/progress/new",
	.op = &op_progress_create,
	.controls = controls,
	.control_count = COUNT_OF(controls),
	.button = "Publish the entry",
	.finish = finish,
};

/* The entry exists, but something else has failed. */
static void
put_warnings(struct view *view)
{
	const json_t *warnings = view_member(view->answer, "warnings");

	html_put(
		view->out, "<div class=\"notice warn\"><p>The entry is published.</p>\n");
	for (size_t i = 0; i < json_array_size(warnings); i++)
		html_putf(view->out, "<p>%s</p>\n",
			json_string_value(json_array_get(warnings, i)));
	html_put(view->out, "</div>\n");
	actions_begin(view);
	button_put(view, "Open the entry",
		path_of_progress(view->arena, view_text(view->answer, "id")), true);
	button_put(view, "Link your social account", "/settings/social", false);
	actions_end(view);
}

static void
put_examples(struct view *view)
{
	html_put(view->out,
		"<details><summary>Examples</summary>\n<dl class=\"examples\">");
	for (const struct choice *kind = progress_kinds; kind->value != NULL; kind++)
		html_putf(view->out, "<dt>%s</dt><dd>%s</dd>\n", kind->label, kind->hint);
	html_put(view->out, "</dl></details>\n");
}

static void
put_audience(struct view *view)
{
	const json_t *orgs = view_member(view->answers[MY_ORGS], "items");
	const json_t *audience = audience_first(view);

	html_put(view->out,
		"<h2>Who will see it</h2>\n<p class=\"hint\">With nothing ticked, only "
		"you and the people of its project see the entry.</p>\n");
	if (json_array_size(orgs) > 0)
		form_control(view, &form_new, &controls[TO_ORGS], audience);
	form_control(view, &form_new, &controls[TO_ALL], audience);
	if (SOCIAL_IS_SET_UP(config()) &&
		json_is_true(view_member(view->answers[SOCIAL], "linked")))
		form_control(view, &form_new, &controls[SHARE], NULL);
}

static void
write_new(struct view *view)
{
	const json_t *projects = view_member(view->answers[MY_PROJECTS], "items");
	json_t *values = view_values(view);

	json_object_set_new(
		values, "projectId", json_string(view_query(view, "projectId")));
	if (view->answer != NULL) {
		put_warnings(view);
		return;
	}
	html_put(view->out,
		"<p class=\"lead\">Say what you achieved or learned. Others follow your "
		"work, and know when to help.</p>\n");
	put_examples(view);
	card_begin(view, NULL);
	form_begin(view, &form_new, form_new.path);
	for (size_t i = 0; i < ENTRY_CONTROL_COUNT; i++)
		form_control(view, &form_new, &controls[i], NULL);
	if (json_array_size(projects) > 0)
		form_control(view, &form_new, &controls[PROJECT], values);
	put_audience(view);
	form_end(view, &form_new);
	card_end(view);
}

const struct page page_new_entry = {
	.path = "/progress/new",
	.title = "New progress entry",
	.reads = {[MY_ORGS] = {.op = &op_org_list, .also = "limit=100", .apart = true},
		[MY_PROJECTS] = {.op = &op_me_project_list,
			.also = "limit=100",
			.apart = true},
		[SOCIAL] = {.op = &op_social_get, .apart = true, .optional = true}},
	.forms = {&form_new},
	.write = write_new,
};

/* ---- changes ---- */

/* The order of the reads of a change: MY_ORGS, as for a new entry, and the entry, which
 * is the first, because its refusal prevails. */
enum {
	ENTRY,
	ORGS,
};

static const struct control edit_controls[] = {ENTRY_CONTROLS};

static const struct form form_edit = {
	.path = "/progress/{id}/edit",
	.op = &op_progress_update,
	.controls = edit_controls,
	.control_count = COUNT_OF(edit_controls),
	.button = "Save the entry",
	.done = "/progress/{id}",
	.said = "The entry is changed.",
};

static const struct control audience_controls[] = {AUDIENCE_CONTROLS};

static const struct form form_audience = {
	.path = "/progress/{id}/audience",
	.op = &op_progress_audience,
	.controls = audience_controls,
	.control_count = COUNT_OF(audience_controls),
	.button = "Change who sees it",
	.done = "/progress/{id}",
	.said = "The audience of the entry is changed.",
	.prepare = audience_prepare,
};

static const struct edit edit = {
	.contents = &form_edit,
	.audience = &form_audience,
	.word = "entry",
	.audience_hint = "With nothing ticked, only you and the people of its project "
			 "see the entry.",
};

static void
write_edit(struct view *view)
{
	const json_t *entry = view->answers[ENTRY];

	edit_put(view, &edit, entry,
		path_of_progress(view->arena, view_text(entry, "id")));
}

static void
write_audience(struct view *view)
{
	const json_t *entry = view->answers[ENTRY];

	audience_put(view, &edit, entry,
		path_of_progress(view->arena, view_text(entry, "id")),
		view->answers[ORGS]);
}

const struct page page_edit_entry = {
	.path = "/progress/{id}/edit",
	.title = "Edit the progress entry",
	.reads = {[ENTRY] = {.op = &op_progress_get}},
	.forms = {&form_edit},
	.write = write_edit,
	.titled = true,
};

const struct page page_entry_audience = {
	.path = "/progress/{id}/audience",
	.title = "Who sees the entry",
	.reads = {[ENTRY] = {.op = &op_progress_get},
		[ORGS] = {.op = &op_org_list, .also = "limit=100", .apart = true}},
	.forms = {&form_audience},
	.write = write_audience,
	.titled = true,
};
