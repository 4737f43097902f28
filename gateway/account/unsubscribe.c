/*
 * unsubscribe.c - unsubscribes from a kind of mail.
 *
 * Opening the page changes nothing, because mail scanners open every link. A mail
 * program posts to the page's own path (RFC 8058), which is the operation's; the button
 * posts below it.
 */
#include "gateway/account/account.h"
#include "gateway/web/html.h"
#include "proto/notifications/notifications.h"

static const struct form form_unsubscribe = {
	.path = "/unsubscribe/{token}/confirm",
	.op = &op_notification_unsubscribe,
	.button = "Stop these e-mails",
};

/* Whether the token was refused. An incomplete token and one from before a rotation of
 * the secret cannot be told apart. */
static bool
is_dead_link(const struct view *view)
{
	return view->refusal != NULL && view->refusal->problem == PROBLEM_ROUTE_NOT_FOUND;
}

static void
write_unsubscribe(struct view *view)
{
	const bool done = view->form != NULL && view->refusal == NULL;

	html_put(view->out, "<div class=\"card\">\n");
	if (is_dead_link(view)) {
		html_put(view->out,
			"<p><strong>This link does not work.</strong> It is from an old "
			"e-mail, or it is incomplete. Use the link in a newer e-mail, or "
			"switch e-mails off in your settings.</p>\n");
	} else if (done) {
		html_put(view->out,
			"<p><strong>You get no more e-mails of this "
			"kind.</strong></p>\n");
	} else {
		html_put(view->out,
			"<p>This stops e-mails like the one that you opened. Your "
			"account and your inbox do not change.</p>\n");
		form_put(view, &form_unsubscribe, NULL);
	}
	html_put(view->out,
		"</div>\n"
		"<p class=\"beside\"><a href=\"/settings/notifications\">Choose which "
		"e-mails you get</a></p>\n");
}

const struct page page_unsubscribe = {
	.path = "/unsubscribe/{token}",
	.title = "Unsubscribe",
	.forms = {&form_unsubscribe},
	.write = write_unsubscribe,
	.open = true,
	.narrow = true,
};
