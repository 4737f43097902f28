/*
 * sign_up.c - creating an account, and resetting its password: the pages that mails
 * lead to.
 *
 * Opening a page does not use up its token, because mail scanners open every link; only
 * its button posts the token.
 */
#include <string.h>

#include "common/config/config.h"
#include "gateway/account/account.h"
#include "gateway/web/html.h"
#include "proto/identity/account.h"
#include "proto/identity/identity.h"

/* What a visitor without an account does next, if an app has sent the visitor here. */
#define FOR_APP \
	"<p>After you confirm your address, sign in and choose what the app may do.</p>\n"
#define FOR_APP_APPROVED \
	"<p>With an invite code, you choose what the app may do after you confirm your " \
	"address. Without one, connect the app again when your account is " \
	"approved.</p>\n"
#define BACK_TO_APP "<p>Open it in this browser to return to the app.</p>\n"
#define BACK_TO_APP_INVITED \
	"<p>If you used an invite code, open it in this browser to return to the " \
	"app.</p>\n"

#define PASSWORD_HINT "At least 12 characters. Common passwords are refused."

static void
open_card(struct view *view)
{
	html_put(view->out, "<div class=\"card\">\n");
}

static void
close_card(struct view *view)
{
	html_put(view->out, "</div>\n");
}

/* An object with one text, the initial value of a form. */
static const json_t *
one_value(struct view *view, const char *name, const char *value)
{
	json_t *values = json_object();

	arena_on_done(view->arena, (void (*)(void *))json_decref, values);
	json_object_set_new(values, name, json_string(value));
	return values;
}

static void
put_sign_in_link(struct view *view)
{
	html_put(view->out, "<p class=\"beside\">");
	account_link_on(view, "/sign-in", "Back to sign-in");
	html_put(view->out, "</p>\n");
}

/* ---- signing up ---- */

#define NAME_AND_ADDRESS \
	{.name = "name", \
		.kind = CONTROL_LINE, \
		.label = "Name", \
		.hint = "Shown to other members.", \
		.autocomplete = "name"}, \
		{.name = "email", \
			.kind = CONTROL_LINE, \
			.label = "E-mail address", \
			.autocomplete = "username"}, \
	{ \
		.name = "password", .kind = CONTROL_PASSWORD, .label = "Password", \
		.hint = PASSWORD_HINT, .autocomplete = "new-password" \
	}

#define INVITE_CODE(sentence) \
	{ \
		.name = "inviteCode", .kind = CONTROL_LINE, .label = "Invite code", \
		.hint = (sentence) \
	}

static const struct control sign_up_controls[] = {
	NAME_AND_ADDRESS,
	INVITE_CODE("With an invite code, your account needs no approval."),
	{.name = "application",
		.kind = CONTROL_AREA,
		.label = "What brings you here?",
		.hint = "An administrator reads this before approving your account."},
};

static const struct control sign_up_open_controls[] = {NAME_AND_ADDRESS};

static const struct control sign_up_invited_controls[] = {
	NAME_AND_ADDRESS,
	INVITE_CODE("This instance accepts new members by invitation only."),
};

#define SIGN_UP(fields) \
	{ \
		.path = "/sign-up", .op = &op_account_sign_up, .controls = (fields), \
		.control_count = COUNT_OF(fields), .button = "Create account", \
		.carries = true, .done = "/check-mail" \
	}

static const struct form form_sign_up = SIGN_UP(sign_up_controls);
static const struct form form_sign_up_open = SIGN_UP(sign_up_open_controls);
static const struct form form_sign_up_invited = SIGN_UP(sign_up_invited_controls);

/* The form by the instance's policy; NULL = sign-up is closed. */
static const struct form *
sign_up_form(void)
{
	const char *mode = config()->registration.data;

	if (strcmp(mode, "closed") == 0)
		return NULL;
	if (strcmp(mode, "open") == 0)
		return &form_sign_up_open;
	return strcmp(mode, "invite_only") == 0 ? &form_sign_up_invited : &form_sign_up;
}

static void
write_sign_up(struct view *view)
{
	const struct form *form = sign_up_form();

	open_card(view);
	if (form == NULL) {
		html_put(view->out,
			"<p>This instance does not accept new accounts at "
			"present.</p>\n");
	} else {
		if (view_is_for_app(view))
			html_put(view->out,
				form == &form_sign_up ? FOR_APP_APPROVED : FOR_APP);
		/* The instance's form replaces the posted one, so that its faults are
		 * shown. */
		if (view->form != NULL)
			view->form = form;
		form_put(view, form,
			one_value(view, "inviteCode", view_query(view, "inviteCode")));
	}
	close_card(view);
	html_put(view->out, "<p class=\"beside\">Have an account? ");
	account_link_on(view, "/sign-in", "Sign in");
	html_put(view->out, "</p>\n");
}

const struct page page_sign_up = {
	.path = "/sign-up",
	.title = "Create your account",
	.forms = {&form_sign_up},
	.write = write_sign_up,
	.narrow = true,
};

/* ---- the mail ---- */

static const struct control address_controls[] = {
	{.name = "email",
		.kind = CONTROL_LINE,
		.label = "E-mail address",
		.autocomplete = "username"},
};

static const struct form form_resend = {
	.path = "/check-mail",
	.op = &op_account_resend_verification,
	.controls = address_controls,
	.control_count = COUNT_OF(address_controls),
	.button = "Send another e-mail",
	.carries = true,
	.done = "/check-mail",
	.said = "If an account with this address is not confirmed yet, we have sent "
		"another e-mail to it.",
};

static void
write_check_mail(struct view *view)
{
	open_card(view);
	html_put(view->out,
		"<p>We have sent you a link. Open it to confirm your address and to "
		"create your account.</p>\n");
	if (view_is_for_app(view))
		html_put(view->out,
			sign_up_form() == &form_sign_up ? BACK_TO_APP_INVITED
							: BACK_TO_APP);
	html_put(view->out,
		"<p class=\"quiet\">No e-mail after a few minutes? Check your spam "
		"folder, or request another e-mail.</p>\n");
	form_put(view, &form_resend, NULL);
	close_card(view);
	put_sign_in_link(view);
}

const struct page page_check_mail = {
	.path = "/check-mail",
	.title = "Check your mail",
	.forms = {&form_resend},
	.write = write_check_mail,
	.narrow = true,
};

/* Reports a link without a token. */
static void
put_incomplete(struct view *view)
{
	if (view_query(view, "token")[0] == '\0' && view->form == NULL)
		html_put(view->out,
			"<p><strong>The link is incomplete.</strong> Copy the whole "
			"address from the e-mail.</p>\n");
}

/* ---- confirming an address ---- */

/* A member who changed the address is signed in; a new member is not. A pending member
 * cannot connect an app yet, so the return URL is dropped. */
static void
finish_verify(struct view *view)
{
	if (view->csrf != NULL)
		view->location = "/?done=account_verify_email";
	if (strcmp(view_text(view->answer, "membershipStatus"), "pending") == 0)
		view->next = view->kept = NULL;
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
	.said = "Your e-mail address is confirmed. If a second e-mail asks you to "
		"choose a password, choose one before you sign in.",
	.finish = finish_verify,
};

static void
write_verify_email(struct view *view)
{
	open_card(view);
	put_incomplete(view);
	html_put(view->out, "<p>Confirm that this address is yours.</p>\n");
	form_put(view, &form_verify_email,
		one_value(view, "token", view_query(view, "token")));
	close_card(view);
}

const struct page page_verify_email = {
	.path = "/verify-email",
	.title = "Confirm your e-mail address",
	.forms = {&form_verify_email},
	.write = write_verify_email,
	.narrow = true,
};

/* ---- a new password ---- */

static const struct form form_forgot_password = {
	.path = "/forgot-password",
	.op = &op_password_forgot,
	.controls = address_controls,
	.control_count = COUNT_OF(address_controls),
	.button = "Send the link",
	.carries = true,
	.done = "/forgot-password",
	.said = "If the address has an account, we have sent an e-mail with a link to "
		"it.",
};

static void
write_forgot_password(struct view *view)
{
	open_card(view);
	html_put(view->out,
		"<p>Enter your e-mail address, and we will send you a link to choose a "
		"new password.</p>\n");
	form_put(view, &form_forgot_password, NULL);
	close_card(view);
	put_sign_in_link(view);
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
	open_card(view);
	put_incomplete(view);
	html_put(view->out,
		"<p class=\"quiet\">A new password ends every session of the "
		"account.</p>\n");
	form_put(view, &form_reset_password,
		one_value(view, "token", view_query(view, "token")));
	close_card(view);
}

const struct page page_reset_password = {
	.path = "/reset-password",
	.title = "Choose a new password",
	.forms = {&form_reset_password},
	.write = write_reset_password,
	.narrow = true,
};
