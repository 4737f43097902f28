/*
 * card.c - parts that several pages of an account share.
 */
#include "gateway/account/account.h"
#include "gateway/web/html.h"
#include "proto/identity/identity.h"

void
account_link_on(struct view *view, const char *path, const char *label)
{
	html_putf(view->out, "<a href=\"%s", path);
	if (view->next != NULL) {
		html_put(view->out, "?next=");
		html_put_query(view->out, view->next);
	}
	html_putf(view->out, "\">%s</a>", label);
}

void
account_open_card(struct view *view)
{
	html_put(view->out, "<div class=\"card\">\n");
}

void
account_close_card(struct view *view)
{
	html_put(view->out, "</div>\n");
}

void
account_put_sign_in_link(struct view *view)
{
	html_put(view->out, "<p class=\"beside\">");
	account_link_on(view, "/sign-in", "Back to sign-in");
	html_put(view->out, "</p>\n");
}

const struct control account_address[1] = {
	{.name = "email",
		.kind = CONTROL_LINE,
		.label = "E-mail address",
		.autocomplete = "username"},
};

static const struct control known_address[] = {
	{.name = "email", .kind = CONTROL_HIDDEN},
};

static const struct form form_resend_known = {
	.path = "/check-mail",
	.op = &op_account_resend_verification,
	.controls = known_address,
	.control_count = COUNT_OF(known_address),
	.button = "Send another e-mail",
	.plain = true,
	.carries = true,
};

void
account_put_resend(struct view *view, const char *address)
{
	account_open_card(view);
	html_put(view->out,
		"<p>Open the link in the e-mail that we sent to this address. If there "
		"is none in your spam folder either, request another e-mail.</p>\n");
	form_put(view, &form_resend_known, view_value(view, "email", address));
	account_close_card(view);
}
