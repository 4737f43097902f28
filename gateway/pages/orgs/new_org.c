/*
 * new_org.c - an application for a new organization, and its decision. Administrators
 * create the organization directly.
 */
#include <string.h>

#include "gateway/pages/orgs/inside.h"
#include "gateway/web/html.h"
#include "proto/orgs/orgs.h"

#define ORG_CONTROLS \
	{.name = "name", .kind = CONTROL_LINE, .label = "Name"}, \
		{.name = "slug", \
			.kind = CONTROL_LINE, \
			.label = "Address", \
			.hint = "The end of the address of its page, as in " \
				"/orgs/harbour-lab: lowercase letters, digits and " \
				"hyphens."}, \
		{.name = "kind", \
			.kind = CONTROL_CHOICE, \
			.label = "Kind", \
			.choices = org_kinds}, \
		{.name = "description", \
			.kind = CONTROL_AREA, \
			.label = "What it is about", \
			.rows = 5, \
			.hint = "Who meets, how often, and what for."}, \
		{.name = "location", .kind = CONTROL_LINE, .label = "Place"}, \
	{ \
		.name = "website", .kind = CONTROL_LINE, .label = "Website" \
	}

/* ---- for members ---- */

static const struct control apply_controls[] = {
	ORG_CONTROLS,
	{.name = "applicantRole",
		.kind = CONTROL_LINE,
		.label = "Your role in it",
		.hint = "For example: Organizer"},
	{.name = "message",
		.kind = CONTROL_AREA,
		.label = "Message to the administrators",
		.hint = "Only they read it."},
};

static const struct form form_apply = {
	.path = "/orgs/new/apply",
	.op = &op_org_application_create,
	.controls = apply_controls,
	.control_count = COUNT_OF(apply_controls),
	.button = "Send the application",
	.done = "/orgs/new",
};

/* ---- for administrators ---- */

static const struct control create_controls[] = {ORG_CONTROLS};

static void
show_created(struct view *view)
{
	view->location = path_of_org(view->arena, view_text(view->answer, "slug"));
}

static const struct form form_create = {
	.path = "/orgs/new/create",
	.op = &op_org_create,
	.controls = create_controls,
	.control_count = COUNT_OF(create_controls),
	.button = "Create the organization",
	.finish = show_created,
};

/* ---- the page ---- */

static void
put_application(struct view *view, const json_t *application)
{
	note_put(view, "warn",
		"Your application is waiting for a decision. The administrators have been "
		"told, and you get a notification and an e-mail when they decide.");
	facts_begin(view);
	fact_put(view, "Name", view_text(application, "name"));
	fact_put(view, "Address", view_text(application, "slug"));
	fact_word(view, "Kind", view_text(application, "kind"));
	fact_put(view, "Place", view_text(application, "location"));
	fact_address(view, "Website", view_text(application, "website"));
	fact_put(view, "Your role", view_text(application, "applicantRole"));
	fact_time(view, "Sent", view_text(application, "createdAt"));
	facts_end(view);
	written_put(view, view_text(application, "description"));
	quote_put(view, view_text(application, "message"));
	html_put(view->out,
		"<p>Meanwhile, <a href=\"/orgs?scope=listed\">see which organizations "
		"you can join</a>.</p>\n");
}

/* Writes how the last application ended; nothing without one. */
static void
put_decision(struct view *view, const json_t *application)
{
	const char *status = view_text(application, "status");
	const char *reason = view_text(application, "reason");

	if (strcmp(status, "approved") == 0) {
		html_put(view->out, "<div class=\"notice good\"><p>");
		link_org(view, view_text(application, "slug"),
			view_text(application, "name"));
		html_put(view->out,
			" is approved, and you own it. Here you can apply for "
			"another one.</p></div>\n");
	} else if (strcmp(status, "declined") == 0) {
		html_put(
			view->out, "<div class=\"notice warn\"><p>Your application for ");
		text_put(view, view_text(application, "name"));
		html_put(view->out, " was declined. You can send a changed one.</p>\n");
		quote_put(view, reason);
		html_put(view->out, "</div>\n");
	}
}

static void
write_new(struct view *view)
{
	const json_t *application = view->answers[0];
	const char *status = view_text(application, "status");

	if (view->principal->admin) {
		html_put(view->out,
			"<p class=\"lead\">As an administrator you create an "
			"organization without an application. You will own it.</p>\n");
		card_begin(view, NULL);
		form_put(view, &form_create, NULL);
		card_end(view);
		return;
	}
	if (strcmp(status, "pending") == 0) {
		put_application(view, application);
		return;
	}
	put_decision(view, application);
	html_put(view->out,
		"<p class=\"lead\">An organization has members, asks and events of its "
		"own. An administrator reads the application and decides; then you own "
		"the organization and can invite people.</p>\n");
	card_begin(view, NULL);
	form_put(view, &form_apply, strcmp(status, "declined") == 0 ? application : NULL);
	card_end(view);
}

const struct page page_new_org = {
	.path = "/orgs/new",
	.title = "New organization",
	.reads = {{.op = &op_org_application_mine, .optional = true}},
	.forms = {&form_apply, &form_create},
	.write = write_new,
};
