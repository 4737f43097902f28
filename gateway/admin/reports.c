/*
 * reports.c - reports of members, and what an administrator does about them.
 */
#include <string.h>

#include "gateway/admin/admin.h"
#include "gateway/components/components.h"
#include "gateway/web/html.h"
#include "proto/identity/admin.h"

static const struct form form_resolve = {
	.path = "/admin/reports/{id}/resolve",
	.op = &op_admin_report_resolve,
	.button = "Resolve",
	.done = "/admin/reports?status=open",
	.said = "The report is resolved.",
};

static const struct control remove_controls[] = {
	{.name = "reason",
		.kind = CONTROL_AREA,
		.label = "Why?",
		.hint = "E-mailed to the member who owns it, and recorded in the audit "
			"log."},
};

static const struct form form_remove = {
	.path = "/admin/reports/remove/{id}",
	.op = &op_admin_item_remove,
	.controls = remove_controls,
	.control_count = COUNT_OF(remove_controls),
	.button = "Remove it",
	.danger = true,
	.done = "/admin/reports?status=open",
	.said = "It is removed, its owner is told, and its reports are resolved.",
};

static const struct control suspend_controls[] = {
	{.name = "reason",
		.kind = CONTROL_AREA,
		.label = "Why?",
		.hint = "Recorded in the audit log, and e-mailed to the member."},
};

static const struct form form_suspend_author = {
	.path = "/admin/reports/suspend/{id}",
	.op = &op_admin_member_suspend,
	.controls = suspend_controls,
	.control_count = COUNT_OF(suspend_controls),
	.button = "Suspend",
	.danger = true,
	.done = "/admin/reports?status=open",
	.said = "The member is suspended. Resolve the reports that are done with.",
};

static const struct choice report_choices[] = {
	{"", "All reports", NULL},
	{"open", "Open", NULL},
	{"resolved", "Resolved", NULL},
	{NULL, NULL, NULL},
};

static const struct control report_filters[] = {
	{.name = "status",
		.kind = CONTROL_CHOICE,
		.label = "State",
		.choices = report_choices},
};

/* The kinds of reported records, in words. */
static const struct kind {
	const char *type, *words;
	const char *(*path)(struct arena *arena, const char *key); /* of its page */
	bool by_handle; /* the page is found by a handle or slug */
	bool removable;
} kinds[] = {
	{"member", "Member", path_of_member, true, false},
	{"post", "Ask", path_of_post, false, true},
	{"progress", "Progress entry", path_of_progress, false, true},
	{"event", "Event", path_of_event, false, true},
	{"project", "Project", path_of_project, false, true},
	{"org", "Organization", path_of_org, true, true},
	{"intro", "Introduction", path_of_intro, false, false},
};

static const struct kind *
kind_of(const json_t *report)
{
	const char *type = view_text(report, "subjectType");
	const struct kind *found = &kinds[0];

	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		if (strcmp(kinds[i].type, type) == 0)
			found = &kinds[i];
	}
	return found;
}

/* Whether the reported record still exists. */
static bool
exists(const json_t *report)
{
	return view_text(report, "subjectTitle")[0] != '\0' ||
		view_text(report, "subjectAuthor.userId")[0] != '\0';
}

/* The title of the record, as a link while it exists. */
static void
put_title(struct view *view, const json_t *report, const struct kind *kind)
{
	const char *key =
		view_text(report, kind->by_handle ? "subjectHandle" : "subjectId");
	const char *title = view_text(report, "subjectTitle");

	if (title[0] == '\0')
		title = exists(report) ? kind->words : "No longer there";
	row_begin(view,
		exists(report) && key[0] != '\0' ? kind->path(view->arena, key) : NULL,
		title);
}

static void
put_facts(struct view *view, const json_t *report, const struct kind *kind)
{
	const bool open = strcmp(view_text(report, "status"), "open") == 0;

	line_begin(view);
	html_putf(view->out, "<span class=\"tag %s\">%s</span> %s",
		open ? "warn" : "good", open ? "Open" : "Resolved", kind->words);
	if (view_text(report, "subjectAuthor.name")[0] != '\0' && !kind->by_handle) {
		html_put(view->out, " by ");
		link_member(view, view_text(report, "subjectAuthor.handle"),
			view_text(report, "subjectAuthor.name"));
	}
	line_end(view);
	quote_put(view, view_text(report, "reason"));
	line_begin(view);
	html_put(view->out, "Reported by ");
	if (view_text(report, "reporter.name")[0] != '\0')
		link_member(view, view_text(report, "reporter.handle"),
			view_text(report, "reporter.name"));
	else
		html_put(view->out, "a deleted member");
	line_dot(view);
	ago_put(view, view_text(report, "createdAt"));
	line_end(view);
}

/* What can be done about an open report. */
static void
put_decisions(struct view *view, const json_t *report, const struct kind *kind)
{
	const char *id = view_text(report, "id");
	const char *title = view_text(report, "subjectTitle");
	const char *author = view_text(report, "subjectAuthor.userId");
	const char *name = view_text(report, "subjectAuthor.name");

	form_button(view, &form_resolve, id,
		arena_printf(view->arena, "the report of %s",
			title[0] != '\0' ? title : kind->words));
	if (kind->removable && exists(report))
		confirm_row(view, &form_remove, view_text(report, "subjectId"), title,
			strcmp(kind->type, "org") == 0
				? "The organization is deleted with its events and "
				  "memberships. This cannot be undone."
				: "It is deleted for everybody. This cannot be undone.");
	if (author[0] == '\0' || strcmp(kind->type, "org") == 0)
		return;
	form_fold_begin(view, &form_suspend_author,
		arena_printf(view->arena, "Suspend %s", name), author, "");
	html_put(view->out,
		"<p>Other members no longer see the profile and what the member wrote. "
		"An administrator can end the suspension.</p>\n");
	form_of_row(view, &form_suspend_author, author);
	form_fold_end(view);
}

static void
put_report(struct view *view, const json_t *report)
{
	const struct kind *kind = kind_of(report);

	put_title(view, report, kind);
	put_facts(view, report, kind);
	row_actions(view);
	if (strcmp(view_text(report, "status"), "open") == 0)
		put_decisions(view, report, kind);
	row_end(view);
}

static void
write_reports(struct view *view)
{
	const struct list list = {
		.row = put_report,
		.empty = "No reports. Members report profiles and content from their "
			 "pages.",
	};
	const struct chip chips[] = {{"status", "State", report_choices}};

	form_filters(
		view, &op_admin_report_list, report_filters, COUNT_OF(report_filters));
	chips_put(view, chips, COUNT_OF(chips));
	list_put(view, view->answers[0], &list);
}

const struct page page_admin_reports = {
	.path = "/admin/reports",
	.title = "Reports",
	.menu = "Reports",
	.reads = {{.op = &op_admin_report_list}},
	.forms = {&form_resolve, &form_remove, &form_suspend_author},
	.write = write_reports,
	.wide = true,
};
