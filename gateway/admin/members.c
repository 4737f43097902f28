/*
 * members.c - members, invite codes, and reports.
 */
#include <string.h>

#include "common/config/config.h"
#include "gateway/admin/admin.h"
#include "gateway/web/html.h"
#include "proto/identity/admin.h"

/* ---- members ---- */

static const struct choice status_choices[] = {
	{"", "All members", NULL},
	{"active", "Active", NULL},
	{"pending", "Pending", NULL},
	{"suspended", "Suspended", NULL},
	{NULL, NULL, NULL},
};

static const struct control member_filters[] = {
	{.name = "q", .kind = CONTROL_LINE, .label = "Name or address"},
	{.name = "status",
		.kind = CONTROL_CHOICE,
		.label = "State",
		.choices = status_choices},
};

static const struct control reason_controls[] = {
	{.name = "reason",
		.kind = CONTROL_AREA,
		.label = "Why?",
		.hint = "Recorded in the audit log, and e-mailed to the member."},
};

static const struct form form_suspend = {
	.path = "/admin/members/{id}/suspend",
	.op = &op_admin_member_suspend,
	.controls = reason_controls,
	.control_count = COUNT_OF(reason_controls),
	.button = "Suspend",
	.danger = true,
	.done = "/admin/members",
	.said = "The member is suspended. Their sessions and tokens stop working "
		"everywhere within a second.",
};

static const struct form form_reinstate = {
	.path = "/admin/members/{id}/reinstate",
	.op = &op_admin_member_reinstate,
	.controls = reason_controls,
	.control_count = COUNT_OF(reason_controls),
	.button = "Reinstate",
	.done = "/admin/members",
	.said = "The member is active again.",
};

#define SET_ROLE(word, role_name, label) \
	{ \
		.path = "/admin/members/{id}/" word, .op = &op_admin_member_set_role, \
		.also = "role=" role_name, .button = (label), .done = "/admin/members", \
		.said = "The platform role is changed." \
	}

static const struct form form_promote =
	SET_ROLE("promote", "admin", "Make administrator");
static const struct form form_demote = SET_ROLE("demote", "member", "Make member");

/* Actions on an active member. They are collapsed, to prevent slips. */
static void
put_manage(struct view *view, const json_t *member)
{
	const bool admin = strcmp(view_text(member, "role"), "admin") == 0;
	const char *id = view_text(member, "id");
	const char *name = view_text(member, "name");

	form_fold_begin(view, &form_suspend, "Manage", id, name);
	form_button(view, admin ? &form_demote : &form_promote, id, name);
	form_of_row(view, &form_suspend, id);
	form_fold_end(view);
}

/* Actions on a member, by its state. */
static void
put_member_actions(struct view *view, const json_t *member)
{
	const char *status = view_text(member, "membershipStatus");

	if (strcmp(status, "active") == 0)
		put_manage(view, member);
	else if (strcmp(status, "pending") == 0)
		html_put(view->out, "<a href=\"/admin\">Decide</a>\n");
	else if (strcmp(status, "suspended") == 0)
		form_fold(view, &form_reinstate, view_text(member, "id"),
			view_text(member, "name"));
}

static void
put_member(struct view *view, const json_t *member)
{
	const char *status = view_text(member, "membershipStatus");

	html_putf(view->out, "<li><div class=\"what\"><p><strong>%s</strong>",
		view_text(member, "name"));
	if (strcmp(status, "active") != 0)
		html_putf(view->out, " <span class=\"tag %s\">%s</span>",
			strcmp(status, "suspended") == 0 ? "bad" : "warn", status);
	if (strcmp(view_text(member, "role"), "admin") == 0)
		html_put(view->out, " <span class=\"tag\">administrator</span>");
	html_putf(view->out, "</p><p class=\"quiet\">%s \u00b7 Since ",
		view_text(member, "email"));
	html_time(view->out, view_text(member, "createdAt"));
	html_put(view->out, "</p></div>\n");
	put_member_actions(view, member);
	html_put(view->out, "</li>\n");
}

static void
write_members(struct view *view)
{
	const json_t *items = view_member(view->answers[0], "items");

	form_filters(
		view, &op_admin_member_list, member_filters, COUNT_OF(member_filters));
	if (json_array_size(items) == 0)
		html_put(view->out,
			"<div class=\"empty\"><p>No members match.</p></div>\n");
	else
		html_put(view->out, "<ul class=\"rows\">\n");
	for (size_t i = 0; i < json_array_size(items); i++)
		put_member(view, json_array_get(items, i));
	if (json_array_size(items) > 0)
		html_put(view->out, "</ul>\n");
	view_more(view, view->answers[0]);
}

const struct page page_admin_members = {
	.path = "/admin/members",
	.title = "Members",
	.menu = "Members",
	.reads = {{.op = &op_admin_member_list}},
	.forms = {&form_suspend, &form_reinstate, &form_promote, &form_demote},
	.write = write_members,
	.wide = true,
};

/* ---- invite codes ---- */

static const struct control invite_controls[] = {
	{.name = "note",
		.kind = CONTROL_LINE,
		.label = "What is it for?",
		.hint = "Only administrators see this."},
	{.name = "maxUses",
		.kind = CONTROL_LINE,
		.label = "How many accounts can use it?",
		.value = "1"},
	{.name = "expiresInDays",
		.kind = CONTROL_LINE,
		.label = "Valid for how many days?"},
};

static const struct form form_invite = {
	.path = "/admin/invites",
	.op = &op_admin_invite_create,
	.controls = invite_controls,
	.control_count = COUNT_OF(invite_controls),
	.button = "Create the code",
	.done = "/admin/invites",
	.said = "The code is created. Send people its link.",
};

static const struct form form_revoke_invite = {
	.path = "/admin/invites/{code}/revoke",
	.op = &op_admin_invite_revoke,
	.button = "Revoke",
	.danger = true,
	.done = "/admin/invites",
	.said = "The code is revoked. Nobody can sign up with it any more.",
};

static void
put_invite(struct view *view, const json_t *invite)
{
	struct buffer *out = view->out;
	const char *note = view_text(invite, "note");
	const char *code = view_text(invite, "code");
	const char *expires = view_text(invite, "expiresAt");

	html_putf(out, "<li><div class=\"what\"><p><strong>%s</strong></p>\n",
		note[0] != '\0' ? note : "Without a note");
	html_putf(out,
		"<p><code class=\"copy\" "
		"tabindex=\"0\">%s/sign-up?inviteCode=%s</code></p><p "
		"class=\"quiet\">Used %s of %s times",
		config()->base_url.data, code, view_number(view, invite, "uses"),
		view_number(view, invite, "maxUses"));
	if (expires[0] != '\0') {
		html_put(out, " \u00b7 Expires ");
		html_time(out, expires);
	}
	html_put(out, "</p></div>\n");
	form_button(view, &form_revoke_invite, code, note);
	html_put(out, "</li>\n");
}

static void
write_invites(struct view *view)
{
	const json_t *items = view_member(view->answers[0], "items");

	if (json_array_size(items) == 0) {
		html_put(view->out,
			"<div class=\"empty\"><p>There are no invite codes. A person "
			"who signs up with a code needs no approval.</p></div>\n");
	} else {
		html_put(view->out, "<ul class=\"rows\">\n");
		for (size_t i = 0; i < json_array_size(items); i++)
			put_invite(view, json_array_get(items, i));
		html_put(view->out, "</ul>\n");
	}
	view_more(view, view->answers[0]);
	html_put(view->out, "<section class=\"card\"><h2>A new code</h2>\n");
	form_put(view, &form_invite, NULL);
	html_put(view->out, "</section>\n");
}

const struct page page_admin_invites = {
	.path = "/admin/invites",
	.title = "Invite codes",
	.menu = "Invite codes",
	.reads = {{.op = &op_admin_invite_list}},
	.forms = {&form_invite, &form_revoke_invite},
	.write = write_invites,
};

/* ---- reports ---- */

static const struct form form_resolve = {
	.path = "/admin/reports/{id}/resolve",
	.op = &op_admin_report_resolve,
	.button = "Resolve",
	.done = "/admin/reports",
	.said = "The report is resolved.",
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

/* The kinds of reported records, in words, and their pages. */
static const struct reported {
	const char *type, *words, *page;
} reported[] = {
	{"member", "A member", NULL},
	{"post", "An ask", "/posts/"},
	{"progress", "A progress entry", NULL},
	{"event", "An event", "/events/"},
	{"project", "A project", "/projects/"},
	{"org", "An organization", NULL},
	{"intro", "An introduction", NULL},
};

static void
put_reported(struct view *view, const char *type, const char *id)
{
	struct reported what = {type, type, NULL};

	for (size_t i = 0; i < COUNT_OF(reported); i++) {
		if (strcmp(reported[i].type, type) == 0)
			what = reported[i];
	}
	html_putf(view->out, "<strong>%s</strong> ", what.words);
	if (what.page != NULL)
		html_putf(view->out, "<a href=\"%s%s\"><code>%s</code></a> ", what.page,
			id, id);
	else
		html_putf(view->out, "<code>%s</code> ", id);
}

static void
put_report(struct view *view, const json_t *report)
{
	const bool open = strcmp(view_text(report, "status"), "open") == 0;

	html_put(view->out, "<li><div class=\"what\"><p>");
	put_reported(
		view, view_text(report, "subjectType"), view_text(report, "subjectId"));
	html_putf(view->out, "<span class=\"tag %s\">%s</span></p>",
		open ? "warn" : "good", open ? "open" : "resolved");
	html_putf(view->out, "<blockquote>%s</blockquote><p class=\"quiet\">%s \u00b7 ",
		view_text(report, "reason"), view_text(report, "reporter.name"));
	html_time(view->out, view_text(report, "createdAt"));
	html_put(view->out, "</p></div>\n");
	if (open)
		form_button(view, &form_resolve, view_text(report, "id"), "this report");
	html_put(view->out, "</li>\n");
}

static void
write_reports(struct view *view)
{
	const json_t *items = view_member(view->answers[0], "items");

	form_filters(
		view, &op_admin_report_list, report_filters, COUNT_OF(report_filters));
	if (json_array_size(items) == 0)
		html_put(view->out,
			"<div class=\"empty\"><p>Nothing has been reported.</p></div>\n");
	else
		html_put(view->out, "<ul class=\"rows\">\n");
	for (size_t i = 0; i < json_array_size(items); i++)
		put_report(view, json_array_get(items, i));
	if (json_array_size(items) > 0)
		html_put(view->out, "</ul>\n");
	view_more(view, view->answers[0]);
}

const struct page page_admin_reports = {
	.path = "/admin/reports",
	.title = "Reports",
	.menu = "Reports",
	.reads = {{.op = &op_admin_report_list}},
	.forms = {&form_resolve},
	.write = write_reports,
};
