/*
 * waiting.c - pending decisions: new members, and applications of organizations.
 */
#include <string.h>

#include "gateway/admin/admin.h"
#include "gateway/components/components.h"
#include "gateway/components/report.h"
#include "gateway/web/html.h"
#include "proto/identity/admin.h"
#include "proto/orgs/orgs.h"

/* The order of the page's reads. */
enum {
	MEMBERS,
	APPLICATIONS,
	REPORTS
};

#define PENDING "status=pending&limit=100"

static const struct control reason_controls[] = {
	{.name = "reason",
		.kind = CONTROL_AREA,
		.label = "Why?",
		.hint = "E-mailed to the applicant."},
};

static const struct form form_approve_member = {
	.path = "/admin/members/{id}/approve",
	.op = &op_admin_member_approve,
	.button = "Approve",
	.primary = true,
	.done = "/admin",
	.said = "The member is approved, and notified by e-mail.",
};

static const struct form form_decline_member = {
	.path = "/admin/members/{id}/decline",
	.op = &op_admin_member_decline,
	.controls = reason_controls,
	.control_count = COUNT_OF(reason_controls),
	.button = "Decline",
	.danger = true,
	.done = "/admin",
	.said = "The account is declined. Its owner gets your reason by e-mail.",
};

static const struct form form_approve_application = {
	.path = "/admin/applications/{id}/approve",
	.op = &op_admin_org_application_approve,
	.button = "Approve",
	.primary = true,
	.done = "/admin",
	.said = "The application is approved. The organization is created, and the "
		"applicant owns it.",
};

static const struct form form_decline_application = {
	.path = "/admin/applications/{id}/decline",
	.op = &op_admin_org_application_decline,
	.controls = reason_controls,
	.control_count = COUNT_OF(reason_controls),
	.button = "Decline",
	.danger = true,
	.done = "/admin",
	.said = "The application is declined. The applicant gets your reason by e-mail.",
};

static void
put_decision(struct view *view, const struct form *approve, const struct form *decline,
	const char *id, const char *name)
{
	html_put(view->out, "<div class=\"actions\">\n");
	form_button(view, approve, id, name);
	html_put(view->out, "</div>\n");
	form_fold(view, decline, id, name);
}

static void
put_member(struct view *view, const json_t *member)
{
	row_begin(view, NULL, view_text(member, "name"));
	line_begin(view);
	html_putf(view->out, "%s \u00b7 Signed up ", view_text(member, "email"));
	time_put(view, view_text(member, "createdAt"));
	line_end(view);
	quote_put(view, view_text(member, "application"));
	html_put(view->out, "</div>\n");
	put_decision(view, &form_approve_member, &form_decline_member,
		view_text(member, "id"), view_text(member, "name"));
	html_put(view->out, "</li>\n");
}

static void
put_application(struct view *view, const json_t *application)
{
	const char *website = view_text(application, "website");

	row_begin(view, NULL, view_text(application, "name"));
	line_begin(view);
	html_putf(view->out, "<code>%s</code> \u00b7 ", view_text(application, "slug"));
	link_member(view, view_text(application, "applicant.handle"),
		view_text(application, "applicant.name"));
	html_putf(view->out, ", %s, %s", view_text(application, "applicantRole"),
		view_text(application, "applicant.email"));
	line_end(view);
	written_put(view, view_text(application, "description"));
	quote_put(view, view_text(application, "message"));
	if (website[0] != '\0') {
		html_put(view->out, "<p>");
		link_out(view, website);
		html_put(view->out, "</p>\n");
	}
	html_put(view->out, "</div>\n");
	put_decision(view, &form_approve_application, &form_decline_application,
		view_text(application, "id"), view_text(application, "name"));
	html_put(view->out, "</li>\n");
}

/* Writes a list, or that it is empty. */
static void
put_list(struct view *view, size_t read, const char *nobody,
	void (*put)(struct view *view, const json_t *item))
{
	const json_t *items = view_member(view->answers[read], "items");

	if (json_array_size(items) == 0) {
		html_putf(view->out, "<div class=\"empty\"><p>%s</p></div>\n", nobody);
		return;
	}
	html_put(view->out, "<ul class=\"rows top\">\n");
	for (size_t i = 0; i < json_array_size(items); i++)
		put(view, json_array_get(items, i));
	html_put(view->out, "</ul>\n");
	if (view_text(view->answers[read], "nextCursor")[0] != '\0')
		html_put(view->out,
			"<p class=\"quiet\">There are more. They appear after you have "
			"decided these.</p>\n");
}

static void
write_waiting(struct view *view)
{
	if (json_array_size(view_member(view->answers[REPORTS], "items")) > 0) {
		html_put(view->out, "<h2>Reports</h2>\n<ul class=\"rows\">\n");
		reports_put(view, view->answers[REPORTS]);
		html_put(view->out, "</ul>\n");
	}
	html_put(view->out, "<h2>Members</h2>\n");
	put_list(view, MEMBERS, "No members are waiting for approval.", put_member);
	html_put(view->out, "<h2>Organizations</h2>\n");
	put_list(view, APPLICATIONS, "No organizations are waiting for approval.",
		put_application);
}

const struct page page_admin_waiting = {
	.path = "/admin",
	.title = "Waiting for a decision",
	.menu = "Waiting",
	.reads = {[MEMBERS] = {.op = &op_admin_member_list, .also = PENDING},
		[APPLICATIONS] = {.op = &op_admin_org_application_list, .also = PENDING},
		[REPORTS] = REPORTS_READ},
	.forms = {&form_approve_member, &form_decline_member, &form_approve_application,
		&form_decline_application},
	.write = write_waiting,
};
