/*
 * entry.c - a progress entry: for its author changes, for its readers a report.
 */
#include <string.h>

#include "common/config/config.h"
#include "gateway/components/report.h"
#include "gateway/pages/progress/inside.h"
#include "gateway/web/html.h"
#include "proto/content/photos.h"
#include "proto/content/progress.h"
#include "proto/media/social.h"

/* The order of the reads. */
enum {
	ENTRY,
	SOCIAL,
};

/* The account of the author, who may share the entry. */
static const char *
with_author(const struct view *view)
{
	return json_is_true(view_member(view->answers[ENTRY], "canEdit")) ? "" : NULL;
}

/* ---- for the author ---- */

static const struct control photo_controls[] = {
	{.name = "file",
		.kind = CONTROL_FILE,
		.label = "Photo",
		.hint = "JPEG, PNG, WebP or GIF, at most 8 MB."},
};

static const struct form form_photo = {
	.path = "/progress/{id}/photo",
	.op = &op_progress_photo_set,
	.controls = photo_controls,
	.control_count = COUNT_OF(photo_controls),
	.button = "Upload the photo",
	.plain = true,
	.done = "/progress/{id}",
	.said = "The entry has a new photo.",
};

static const struct form form_no_photo = {
	.path = "/progress/{id}/photo/remove",
	.op = &op_progress_photo_remove,
	.button = "Remove the photo",
	.danger = true,
	.done = "/progress/{id}",
	.said = "The photo is removed.",
};

static const struct form form_share = {
	.path = "/progress/{id}/share",
	.op = &op_progress_share,
	.button = "Share the entry",
	.plain = true,
	.done = "/progress/{id}",
	.said = "The entry is shared.",
};

static const struct form form_delete = {
	.path = "/progress/{id}/delete",
	.op = &op_progress_delete,
	.button = "Delete the entry",
	.danger = true,
	.done = "/progress",
	.said = "The entry is deleted.",
};

/* Sharing, if this instance can do it and it has not been done. */
static void
put_share(struct view *view, const json_t *entry)
{
	const json_t *social = view->answers[SOCIAL];

	if (!SOCIAL_IS_SET_UP(config()) || view_text(entry, "socialPostUrl")[0] != '\0')
		return;
	html_put(view->out, "<h3>Share it</h3>\n");
	if (json_is_true(view_member(social, "linked"))) {
		confirm_put(view, &form_share,
			"The entry becomes a public post of your social account. Kith "
			"cannot take it back.");
		return;
	}
	html_put(view->out,
		"<p class=\"hint\">Link a social account to share the entry "
		"there.</p>\n");
	button_put(view, "Link an account", "/settings/social", false);
}

static void
put_for_author(struct view *view, const json_t *entry)
{
	const bool photo = view_text(entry, "photo")[0] != '\0';

	card_begin(view, "Your entry");
	actions_begin(view);
	button_put(view, "Edit",
		arena_printf(view->arena, "%s/edit",
			path_of_progress(view->arena, view_text(entry, "id"))),
		true);
	button_put(view, "Change who sees it",
		arena_printf(view->arena, "%s/audience",
			path_of_progress(view->arena, view_text(entry, "id"))),
		false);
	actions_end(view);
	html_put(
		view->out, photo ? "<h3>Another photo</h3>\n" : "<h3>Add a photo</h3>\n");
	form_put(view, &form_photo, NULL);
	if (photo)
		form_put(view, &form_no_photo, NULL);
	put_share(view, entry);
	confirm_put(view, &form_delete, "The entry and its photo are deleted for good.");
	card_end(view);
}

/* ---- for readers ---- */

static const struct form form_report =
	REPORT_FORM("/progress/{id}", "progress", "Report this entry");

/* ---- the page ---- */

/* Who sees the entry. */
static void
put_audience(struct view *view, const json_t *entry)
{
	const json_t *orgs = view_member(entry, "targets.orgs");
	const bool project = view_text(entry, "projectId")[0] != '\0';

	fact_begin(view, "Visible to");
	if (json_is_true(view_member(entry, "targets.public"))) {
		html_put(view->out, "Every active member");
	} else {
		html_put(view->out,
			project ? "The author, the people of the project" : "The author");
		html_put(view->out, json_array_size(orgs) > 0 ? ", " : "");
		orgs_put(view, orgs);
	}
	fact_end(view);
}

static void
put_facts(struct view *view, const json_t *entry)
{
	facts_begin(view);
	fact_begin(view, "By");
	link_member(
		view, view_text(entry, "authorHandle"), view_text(entry, "authorName"));
	fact_end(view);
	if (view_text(entry, "projectId")[0] != '\0') {
		fact_begin(view, "Project");
		link_put(view,
			path_of_project(view->arena, view_text(entry, "projectId")),
			view_text(entry, "projectName"));
		fact_end(view);
	}
	fact_begin(view, "Happened");
	day_put(view, view_text(entry, "occurredAt"));
	fact_end(view);
	put_audience(view, entry);
	fact_address(view, "Shared as", view_text(entry, "socialPostUrl"));
	fact_time(view, "Published", view_text(entry, "createdAt"));
	facts_end(view);
}

static void
write_entry(struct view *view)
{
	const json_t *entry = view->answers[ENTRY];

	head_put(view, view_text(entry, "title"),
		choice_words(progress_kinds, view_text(entry, "kind")));
	if (json_is_true(view_member(entry, "canEdit")) &&
		view_text(entry, "projectId")[0] == '\0' && audience_is_nobody(entry))
		audience_warn(
			view, path_of_progress(view->arena, view_text(entry, "id")));
	photo_put(view, view_text(entry, "photo"), "");
	written_put(view, view_text(entry, "note"));
	put_facts(view, entry);
	if (json_is_true(view_member(entry, "canEdit")))
		put_for_author(view, entry);
	else
		report_put(view, &form_report, view_text(entry, "id"));
}

const struct page page_entry = {
	.path = "/progress/{id}",
	.title = "Progress entry",
	.reads = {[ENTRY] = {.op = &op_progress_get},
		[SOCIAL] = {.op = &op_social_get,
			.with = with_author,
			.apart = true,
			.optional = true}},
	.forms = {&form_photo, &form_no_photo, &form_share, &form_delete, &form_report},
	.write = write_entry,
	.titled = true,
};
