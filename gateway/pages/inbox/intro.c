/*
 * intro.c - a request for an introduction, and the answer to it.
 */
#include <string.h>

#include "gateway/pages/inbox/inside.h"
#include "gateway/web/html.h"
#include "proto/notifications/intros.h"

static const struct form form_accept = {
	.path = "/intros/{id}/accept",
	.op = &op_intro_accept,
	.button = "Accept",
	.done = "/intros/{id}",
	.said = "You can now see each other's e-mail address.",
};

static const struct form form_decline = {
	.path = "/intros/{id}/decline",
	.op = &op_intro_decline,
	.button = "Decline",
	.danger = true,
	.done = "/intros/{id}",
	.said = "The introduction is declined. No e-mail is sent about it.",
};

static const struct form form_withdraw = {
	.path = "/intros/{id}/withdraw",
	.op = &op_intro_withdraw,
	.button = "Withdraw",
	.danger = true,
	.done = "/intros/{id}",
	.said = "The request is withdrawn.",
};

static void
put_facts(struct view *view, const json_t *intro, bool received, bool pending)
{
	const json_t *orgs = view_member(intro, "sharedOrgs");

	facts_begin(view);
	fact_member(view, received ? "From" : "To", intro_other(intro));
	if (strcmp(view_text(intro, "contextKind"), "profile") != 0) {
		fact_begin(view, "About");
		intro_about(view, intro);
		fact_end(view);
	}
	if (json_array_size(orgs) > 0) {
		fact_begin(view, "You are both in");
		orgs_put(view, orgs);
		fact_end(view);
	}
	fact_word(view, "State", intro_state(intro));
	if (view_text(intro, "email")[0] != '\0') {
		fact_begin(view, "E-mail address");
		intro_address(view, intro);
		fact_end(view);
	}
	fact_time(view, "Sent", view_text(intro, "createdAt"));
	if (pending)
		fact_time(view, "Open until", view_text(intro, "expiresAt"));
	facts_end(view);
}

static void
put_answers(struct view *view)
{
	html_put(view->out,
		"<p>If you accept, you can see each other's e-mail address.</p>\n");
	actions_begin(view);
	form_put(view, &form_accept, NULL);
	confirm_put(view, &form_decline, "You cannot accept the request afterwards.");
	actions_end(view);
}

static void
write_intro(struct view *view)
{
	const json_t *intro = view->answers[0];
	const json_t *other = intro_other(intro);
	const bool received = strcmp(view_text(intro, "direction"), "received") == 0;
	const bool pending = strcmp(view_text(intro, "status"), "pending") == 0;

	html_put(view->out, "<div class=\"head\">");
	avatar_put(
		view, view_text(other, "image"), view_text(other, "name"), PICTURE_LARGE);
	html_put(view->out, "<div>\n");
	head_put(view,
		arena_printf(view->arena,
			received ? "%s would like to get to know you"
				 : "Your request to %s",
			view_text(other, "name")),
		view_text(other, "headline"));
	html_put(view->out, "</div></div>\n");
	quote_put(view, view_text(intro, "message"));
	put_facts(view, intro, received, pending);
	if (pending && received)
		put_answers(view);
	else if (pending)
		confirm_put(view, &form_withdraw,
			"The request disappears from the other inbox.");
	html_putf(view->out, "<p><a href=\"%s\">All introductions</a></p>\n",
		received ? "/intros" : "/intros?direction=sent");
}

const struct page page_intro = {
	.path = "/intros/{id}",
	.title = "Introduction",
	.reads = {{.op = &op_intro_get}},
	.forms = {&form_accept, &form_decline, &form_withdraw},
	.write = write_intro,
	.titled = true,
};
