/*
 * intros.c - the introductions that a member received or sent.
 */
#include <string.h>

#include "gateway/pages/inbox/inside.h"
#include "gateway/web/html.h"
#include "proto/notifications/intros.h"

static const struct form form_accept = {
	.path = "/intros/list/{id}/accept",
	.op = &op_intro_accept,
	.button = "Accept",
	.primary = true,
	.done = "/intros",
	.said = "You can now see each other's e-mail address.",
};

static const struct form form_decline = {
	.path = "/intros/list/{id}/decline",
	.op = &op_intro_decline,
	.button = "Decline",
	.danger = true,
	.done = "/intros",
	.said = "The introduction is declined. No e-mail is sent about it.",
};

static const struct form form_withdraw = {
	.path = "/intros/list/{id}/withdraw",
	.op = &op_intro_withdraw,
	.button = "Withdraw",
	.danger = true,
	.done = "/intros?direction=sent",
	.said = "The request is withdrawn.",
};

static const struct choice state_choices[] = {
	{"", "Any state", NULL},
	{"pending", "Waiting for an answer", NULL},
	{"accepted", "Accepted", NULL},
	{"declined", "Declined", NULL},
	{"expired", "Expired or withdrawn", NULL},
	{NULL, NULL, NULL},
};

static const struct control filters[] = {
	{.name = "direction", .kind = CONTROL_HIDDEN},
	{.name = "status",
		.kind = CONTROL_CHOICE,
		.label = "State",
		.choices = state_choices},
};

static bool
is_sent(const struct view *view)
{
	return strcmp(view_query(view, "direction"), "sent") == 0;
}

/* The state, when, and the page of the introduction. */
static void
put_line(struct view *view, const json_t *intro, bool pending)
{
	line_begin(view);
	word_put(view, intro_state(intro));
	line_dot(view);
	link_put(view, path_of_intro(view->arena, view_text(intro, "id")),
		is_sent(view) ? "Request sent" : "Request received");
	html_put(view->out, " ");
	ago_put(view, view_text(intro, "createdAt"));
	if (pending) {
		html_put(view->out, ", open until ");
		time_put(view, view_text(intro, "expiresAt"));
	}
	line_end(view);
}

static void
put_details(struct view *view, const json_t *intro)
{
	const json_t *orgs = view_member(intro, "sharedOrgs");

	if (strcmp(view_text(intro, "contextKind"), "profile") != 0) {
		line_begin(view);
		html_put(view->out, "About: ");
		intro_about(view, intro);
		line_end(view);
	}
	if (json_array_size(orgs) > 0) {
		line_begin(view);
		html_put(view->out, "You are both in ");
		orgs_put(view, orgs);
		line_end(view);
	}
	if (view_text(intro, "email")[0] != '\0') {
		html_put(view->out, "<p>");
		intro_address(view, intro);
		html_put(view->out, "</p>\n");
	}
}

static void
put_row(struct view *view, const json_t *intro)
{
	const json_t *other = intro_other(intro);
	const char *name = view_text(other, "name"), *id = view_text(intro, "id");
	const bool pending = strcmp(view_text(intro, "status"), "pending") == 0;

	row_begin_with_picture(view, view_text(other, "image"), name,
		path_of_member(view->arena, view_text(other, "handle")), name);
	row_line(view, view_text(other, "headline"));
	quote_put(view, view_text(intro, "message"));
	put_details(view, intro);
	put_line(view, intro, pending);
	if (pending) {
		row_actions(view);
		if (is_sent(view)) {
			confirm_row(view, &form_withdraw, id, name,
				"The request disappears from the other inbox.");
		} else {
			form_button(view, &form_accept, id, name);
			confirm_row(view, &form_decline, id, name,
				"You cannot accept the request afterwards.");
		}
	}
	row_end(view);
}

static void
write_intros(struct view *view)
{
	const bool filtered = view_query(view, "status")[0] != '\0';
	const struct chip chips[] = {{"status", "State", state_choices}};
	const struct list received = {
		.row = put_row,
		.empty = filtered ? "No introduction is in this state."
				  : "Nobody has asked for an introduction to you yet. "
				    "Members find you by what you ask for.",
		.action = filtered ? "Show all introductions" : "Publish an ask",
		.path = filtered ? "/intros" : "/posts/new",
	};
	const struct list sent = {
		.row = put_row,
		.empty = filtered ? "No introduction is in this state."
				  : "You have not asked for an introduction yet. You can "
				    "ask on the page of an ask.",
		.action = filtered ? "Show all introductions" : "Read the asks",
		.path = filtered ? "/intros?direction=sent" : "/posts",
	};

	inbox_head(view, is_sent(view) ? INBOX_SENT : INBOX_RECEIVED, NULL);
	if (!is_sent(view))
		html_put(view->out,
			"<p class=\"quiet\">If you accept, you and the sender see each "
			"other's e-mail address.</p>\n");
	form_filters(view, &op_intro_list, filters, COUNT_OF(filters));
	chips_put(view, chips, COUNT_OF(chips));
	list_put(view, view->answers[0], is_sent(view) ? &sent : &received);
}

const struct page page_intros = {
	.path = "/intros",
	.title = "Introductions",
	.reads = {{.op = &op_intro_list}},
	.forms = {&form_accept, &form_decline, &form_withdraw},
	.write = write_intros,
	.titled = true,
};
