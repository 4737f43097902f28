/*
 * mail_links.c - the pages that the links in mails lead to: confirming an address, and a
 * new password.
 *
 * Opening a page does not use up its token, because mail scanners open every link; only
 * its button posts the token.
 */
#include <string.h>

#include "gateway/account/account.h"
#include "gateway/web/html.h"
#include "proto/identity/account.h"
#include "proto/identity/identity.h"

const char *
account_with_token(const struct view *view)
{
	const size_t size = strlen(view_query(view, "token"));

	return size > 0 && size <= MAIL_TOKEN_MAX ? "" : NULL;
}

bool
account_put_dead_link(struct view *view)
{
	const bool refused = view->refusal != NULL &&
		view->refusal->problem == PROBLEM_TOKEN_NOT_FOUND;

	if (view->form != NULL)
		return refused;
	if (view_query(view, "token")[0] == '\0')
		html_put(view->out,
			"<p><strong>The link is incomplete.</strong> Copy the whole "
			"address from the e-mail.</p>\n");
	else if (!json_is_true(view_member(view->answers[0], "usable")))
		html_put(view->out,
			"<p><strong>The link does not work any more.</strong> It was "
			"used already, or it has expired.</p>\n");
	else
		return false;
	return true;
}

/* Writes one of the ways on. */
static void
put_way(struct view *view, const char *path, const char *label)
{
	account_link_on(view, path, label);
	html_put(view->out, "\n");
}

/* ---- confirming an address ---- */

/* A member who changed the address is signed in; a new member is not. A pending member
 * cannot connect an app yet, so the return URL is dropped. The token of the verification
 * sets the password of an account without one. */
static void
finish_verify(struct view *view)
{
	const struct text *token = pairs_find(&view->typed, "token");

	if (strcmp(view_text(view->answer, "membershipStatus"), "pending") == 0)
		view->next = view->kept = NULL;
	if (token != NULL && json_is_true(view_member(view->answer, "passwordNeeded")))
		view->location = arena_printf(view->arena,
			"/reset-password?done=account_verify_email&token=%s",
			token->data);
	else if (view->csrf != NULL)
		view->location = "/?done=account_verify_email";
}

static const struct control token_controls[] = {
	{.name = "token", .kind = CONTROL_HIDDEN},
};

static const struct form form_verify_email = {
	.path = "/verify-email",
	.op = &op_account_verify_email,
	.controls = token_controls,
	.control_count = COUNT_OF(token_controls),
	.button = "Confirm this address",
	.carries = true,
	.done = "/sign-in",
	.said = "Your e-mail address is confirmed.",
	.finish = finish_verify,
};

/* A stranger may have caused the mail, so the page names who gets the address. After a
 * refusal there is no answer. */
static void
put_who_confirms(struct view *view)
{
	const json_t *link = view->answers[0];
	const char *email = view_text(link, "email"), *name = view_text(link, "name");
	const char *handle = view_text(link, "handle");

	if (email[0] == '\0')
		html_put(view->out, "<p>Confirm that this address is yours.</p>\n");
	else if (!json_is_true(view_member(link, "change")))
		html_putf(view->out,
			"<p>Confirm that <strong>%s</strong> is yours. The name of the "
			"sign-up is <strong><bdi>%s</bdi></strong>; you can change it "
			"later. If you did not sign up, leave this page.</p>\n",
			email, name);
	else
		html_putf(view->out,
			"<p>Confirm that <strong>%s</strong> becomes the address of the "
			"account <strong><bdi>%s</bdi></strong>%s%s%s. If that is not "
			"your account, leave this page.</p>\n",
			email, name, handle[0] != '\0' ? " (@" : "", handle,
			handle[0] != '\0' ? ")" : "");
}

static void
write_verify_email(struct view *view)
{
	account_open_card(view);
	if (account_put_dead_link(view)) {
		html_put(view->out,
			"<p>If you have confirmed the address already, sign in. If not, "
			"request another e-mail.</p>\n<p class=\"actions\">");
		put_way(view, "/sign-in", "Sign in");
		put_way(view, "/check-mail", "Send another e-mail");
		put_way(view, "/forgot-password", "Choose a new password");
		html_put(view->out, "</p>\n");
		account_close_card(view);
		return;
	}
	put_who_confirms(view);
	form_put(view, &form_verify_email,
		view_value(view, "token", view_query(view, "token")));
	account_close_card(view);
}

const struct page page_verify_email = {
	.path = "/verify-email",
	.title = "Confirm your e-mail address",
	.reads = {{.op = &op_mail_link_get,
		.also = "purpose=verify_email",
		.with = account_with_token}},
	.forms = {&form_verify_email},
	.write = write_verify_email,
	.narrow = true,
};

/* ---- a new password ---- */

static const struct form form_forgot_password = {
	.path = "/forgot-password",
	.op = &op_password_forgot,
	.controls = account_address,
	.control_count = COUNT_OF(account_address),
	.button = "Send the link",
	.carries = true,
	.done = "/forgot-password",
	.said = "If the address has an account, we have sent an e-mail with a link to "
		"it.",
};

static void
write_forgot_password(struct view *view)
{
	account_open_card(view);
	html_put(view->out,
		"<p>Enter your e-mail address, and we will send you a link to choose a "
		"new password.</p>\n");
	form_put(view, &form_forgot_password, NULL);
	account_close_card(view);
	account_put_sign_in_link(view);
}

const struct page page_forgot_password = {
	.path = "/forgot-password",
	.title = "Forgot your password?",
	.forms = {&form_forgot_password},
	.write = write_forgot_password,
	.narrow = true,
};

static const struct control reset_controls[] = {
	{.name = "token", .kind = CONTROL_HIDDEN},
	{.name = "password",
		.kind = CONTROL_PASSWORD,
		.label = "New password",
		.hint = PASSWORD_HINT,
		.autocomplete = "new-password"},
	ACCOUNT_REVOKE_ACCESS,
};

static const struct form form_reset_password = {
	.path = "/reset-password",
	.op = &op_password_reset,
	.controls = reset_controls,
	.control_count = COUNT_OF(reset_controls),
	.button = "Set the password",
	.carries = true,
	.done = "/sign-in",
	.said = "Your password is set. Sign in with it.",
	.prepare = account_read_revoke_access,
};

static void
write_reset_password(struct view *view)
{
	account_open_card(view);
	if (account_put_dead_link(view)) {
		html_put(view->out,
			"<p>Request another e-mail, or sign in if you have chosen a new "
			"password already.</p>\n<p class=\"actions\">");
		put_way(view, "/forgot-password", "Request another e-mail");
		put_way(view, "/sign-in", "Sign in");
		html_put(view->out, "</p>\n");
		account_close_card(view);
		return;
	}
	html_put(view->out,
		strcmp(view_query(view, "done"), op_account_verify_email.name) == 0
			? "<p>Sign-ups with different passwords were made for this "
			  "address. Choose the password of your account.</p>\n"
			: "<p class=\"quiet\">A new password ends every session of the "
			  "account.</p>\n");
	form_put(view, &form_reset_password,
		view_value(view, "token", view_query(view, "token")));
	account_close_card(view);
}

const struct page page_reset_password = {
	.path = "/reset-password",
	.title = "Choose a new password",
	.reads = {{.op = &op_mail_link_get,
		.also = "purpose=reset_password",
		.with = account_with_token}},
	.forms = {&form_reset_password},
	.write = write_reset_password,
	.narrow = true,
};
