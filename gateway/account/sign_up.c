/*
 * sign_up.c - creating an account, and the page about the mail that follows.
 */
#include <string.h>

#include "common/config/config.h"
#include "gateway/account/account.h"
#include "gateway/web/html.h"
#include "gateway/web/instance.h"
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

#define INVITE_CODE(is_required, sentence) \
	{ \
		.name = "inviteCode", .kind = CONTROL_LINE, .label = "Invite code", \
		.required = (is_required), .hint = (sentence) \
	}

static const struct control sign_up_controls[] = {
	NAME_AND_ADDRESS,
	INVITE_CODE(false, "With an invite code, your account needs no approval."),
	{.name = "application",
		.kind = CONTROL_AREA,
		.label = "What brings you here?",
		.hint = "Without an invite code, an administrator reads this and "
			"approves your account."},
};

static const struct control sign_up_open_controls[] = {NAME_AND_ADDRESS};

static const struct control sign_up_invited_controls[] = {
	NAME_AND_ADDRESS,
	INVITE_CODE(true, "This instance accepts new members by invitation only."),
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

/* Names the operator's terms and rules, if there are some. */
static void
put_terms(struct view *view)
{
	const bool has_terms = instance_terms() != NULL,
		   has_rules = instance_rules() != NULL;

	if (!has_terms && !has_rules)
		return;
	html_put(
		view->out, "<p class=\"small quiet\">By creating an account you accept ");
	html_put(view->out, has_terms ? "the <a href=\"/terms\">terms of use</a>" : "");
	html_put(view->out, has_terms && has_rules ? " and " : "");
	html_put(view->out, has_rules ? "the <a href=\"/rules\">rules</a>" : "");
	html_put(view->out, ".</p>\n");
}

static void
write_sign_up(struct view *view)
{
	const struct form *form = sign_up_form();

	account_open_card(view);
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
			view_value(view, "inviteCode", view_query(view, "inviteCode")));
	}
	put_terms(view);
	account_close_card(view);
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

static const struct form form_resend = {
	.path = "/check-mail",
	.op = &op_account_resend_verification,
	.controls = account_address,
	.control_count = COUNT_OF(account_address),
	.button = "Send another e-mail",
	.carries = true,
	.done = "/check-mail",
	.said = "If an account with this address is not confirmed yet, we have sent "
		"another e-mail to it.",
};

static void
write_check_mail(struct view *view)
{
	account_open_card(view);
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
	account_close_card(view);
	account_put_sign_in_link(view);
}

const struct page page_check_mail = {
	.path = "/check-mail",
	.title = "Check your mail",
	.forms = {&form_resend},
	.write = write_check_mail,
	.narrow = true,
};
