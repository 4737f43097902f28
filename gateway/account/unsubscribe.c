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
	.button = "No more mails of this kind",
};

static void
write_unsubscribe(struct view *view)
{
	const bool done = view->form != NULL && view->refusal == NULL;

	html_put(view->out, "<div class=\"card\">\n");
	if (done) {
		html_put(view->out,
			"<p><strong>You get no more mails of this kind.</strong></p>\n");
	} else {
		html_put(view->out,
			"<p>This ends mails like the one that you came from. Your "
			"account and your inbox in Kith stay as they are.</p>\n");
		form_put(view, &form_unsubscribe, NULL);
	}
	html_put(view->out,
		"</div>\n<p class=\"beside\"><a "
		"href=\"/settings/notifications\">Choose which mails you get</a></p>\n");
}

const struct page page_unsubscribe = {
	.path = "/unsubscribe/{token}",
	.title = "Unsubscribe",
	.forms = {&form_unsubscribe},
	.write = write_unsubscribe,
	.open = true,
	.narrow = true,
};
