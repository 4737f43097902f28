/*
 * intro.c - a request for an introduction, and the answer to it.
 */
#include <string.h>

#include "gateway/components/components.h"
#include "gateway/pages/inbox/inbox.h"
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
write_intro(struct view *view)
{
	const json_t *intro = view->answers[0];
	const bool received = strcmp(view_text(intro, "direction"), "received") == 0;
	const bool pending = strcmp(view_text(intro, "status"), "pending") == 0;
	const json_t *other = view_member(intro, received ? "from" : "to");

	head_put(view,
		arena_printf(view->arena,
			received ? "%s would like to get to know you"
				 : "Your request to %s",
			view_text(other, "name")),
		view_text(other, "headline"));
	quote_put(view, view_text(intro, "message"));
	facts_begin(view);
	fact_member(view, received ? "From" : "To", other);
	if (strcmp(view_text(intro, "contextKind"), "profile") != 0)
		fact_put(view, "About", view_text(intro, "contextTitle"));
	fact_word(view, "State", view_text(intro, "status"));
	fact_put(view, "E-mail address", view_text(intro, "email"));
	fact_time(view, "Sent", view_text(intro, "createdAt"));
	if (pending)
		fact_time(view, "Open until", view_text(intro, "expiresAt"));
	facts_end(view);
	if (!pending)
		return;
	if (!received) {
		form_put(view, &form_withdraw, NULL);
		return;
	}
	html_put(view->out,
		"<p>If you accept, you can see each other's e-mail address.</p>\n"
		"<div class=\"actions\">\n");
	form_put(view, &form_accept, NULL);
	form_put(view, &form_decline, NULL);
	html_put(view->out, "</div>\n");
}

const struct page page_intro = {
	.path = "/intros/{id}",
	.title = "Introduction",
	.reads = {{.op = &op_intro_get}},
	.forms = {&form_accept, &form_decline, &form_withdraw},
	.write = write_intro,
	.titled = true,
};
