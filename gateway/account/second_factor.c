/*
 * second_factor.c - setting up the second factor, removing it, and undoing its setup.
 */
#include <string.h>

#include "gateway/account/account.h"
#include "gateway/account/qr.h"
#include "gateway/web/encrypted.h"
#include "gateway/web/html.h"
#include "proto/identity/account.h"
#include "proto/identity/identity.h"

/* The hidden field with the secret of a setup, and how long it can be used. */
#define SETUP "setup"
#define SETUP_LIFE_US ((int64_t)30 * 60 * 1000000)

static const struct control begin_controls[] = {
	{.name = "password",
		.kind = CONTROL_PASSWORD,
		.label = "Your password",
		.autocomplete = "current-password"},
};

static const struct form form_begin_totp = {
	.path = "/settings/two-factor",
	.op = &op_totp_begin,
	.controls = begin_controls,
	.control_count = COUNT_OF(begin_controls),
	.button = "Set it up",
};

static const struct control confirm_controls[] = {
	{.name = "code",
		.kind = CONTROL_CODE,
		.label = "The current code from the app",
		.autocomplete = "one-time-code"},
};

static const struct form form_confirm_totp = {
	.path = "/settings/two-factor/confirm",
	.op = &op_totp_confirm,
	.controls = confirm_controls,
	.control_count = COUNT_OF(confirm_controls),
	.button = "Turn it on",
	.memo = SETUP,
};

static const struct control remove_controls[] = {
	{.name = "password",
		.kind = CONTROL_PASSWORD,
		.label = "Your password",
		.autocomplete = "current-password"},
	{.name = "code",
		.kind = CONTROL_CODE,
		.label = "A code from the app, or a recovery code",
		.autocomplete = "one-time-code"},
};

static const struct form form_remove_totp = {
	.path = "/settings/two-factor/remove",
	.op = &op_totp_remove,
	.controls = remove_controls,
	.control_count = COUNT_OF(remove_controls),
	.button = "Turn it off",
	.danger = true,
	.done = "/settings/two-factor",
	.said = "The second factor is off.",
};

/* The secret of a URI "otpauth://totp/...?secret=ABC&issuer=...". */
static const char *
secret_of(struct arena *arena, const char *uri)
{
	static const char name[] = "secret=";
	const char *at = strstr(uri, name);

	if (at == NULL)
		return "";
	at += strlen(name);
	return arena_copy(arena, at, strcspn(at, "&"));
}

/* Writes the secret, as a QR code and as text. The form carries it, encrypted for this
 * session, so that it is still there after a wrong code. */
static void
put_secret(struct view *view, const char *uri)
{
	const struct text bound = {.presence = GIVEN,
		.data = view->csrf,
		.size = (uint32_t)strlen(view->csrf)};
	const struct text value = {
		.presence = GIVEN, .data = uri, .size = (uint32_t)strlen(uri)};

	html_put(view->out,
		"<section class=\"card\"><h2>Scan this with your app</h2>\n"
		"<p>Any authenticator app works.</p>\n");
	qr_put(view->out, uri,
		"QR code of the secret, which is also shown as text below");
	html_put(view->out, "<p>No camera? Enter this secret:</p>\n");
	html_putf(view->out, "<code class=\"copy\" tabindex=\"0\">%s</code>\n",
		secret_of(view->arena, uri));
	form_begin(view, &form_confirm_totp, form_confirm_totp.path);
	html_putf(view->out, "<input type=\"hidden\" name=\"" SETUP "\" value=\"%s\">\n",
		encrypted_make(view->arena, &bound, &value, SETUP_LIFE_US));
	form_controls(view, &form_confirm_totp, NULL);
	form_end(view, &form_confirm_totp);
	html_put(view->out, "</section>\n");
}

/* The URI that the posted form carries; "" when it is missing or has expired. */
static const char *
carried_uri(struct view *view)
{
	const struct text bound = {.presence = GIVEN,
		.data = view->csrf,
		.size = (uint32_t)strlen(view->csrf)};
	const struct text *carried = pairs_find(&view->typed, SETUP);
	struct text uri = {.data = ""};

	if (carried != NULL)
		uri = encrypted_open(view->arena, &bound, carried->data, carried->size);
	return uri.size > 0 ? uri.data : "";
}

/* The second factor is active: shows the recovery codes, once. */
static void
put_recovery_codes(struct view *view)
{
	const json_t *codes = view_member(view->answer, "recoveryCodes");

	html_put(view->out,
		"<section class=\"card\"><h2>Keep these recovery codes</h2>\n"
		"<p>The second factor is on. Each of these codes signs you in once "
		"without the app. Print them or keep them in your password manager: "
		"they are not shown again.</p>\n"
		"<pre class=\"copy\" tabindex=\"0\">");
	for (size_t i = 0; i < json_array_size(codes); i++)
		html_putf(view->out, "%s\n", json_string_value(json_array_get(codes, i)));
	html_put(view->out,
		"</pre>\n"
		"<p><a class=\"button\" href=\"/settings/two-factor\">I have saved "
		"them</a></p></section>\n");
}

/* The setup has begun, and the code was wrong. */
static void
put_again(struct view *view)
{
	const char *uri = carried_uri(view);

	if (uri[0] != '\0') {
		put_secret(view, uri);
		return;
	}
	html_put(view->out, "<section class=\"card\"><h2>Enter the code</h2>\n");
	form_put(view, &form_confirm_totp, NULL);
	html_put(view->out,
		"<p><a href=\"/settings/two-factor\">Start again</a></p></section>\n");
}

static void
write_two_factor(struct view *view)
{
	const bool on = json_is_true(json_object_get(view->answers[0], "secondFactor"));

	if (view->answer != NULL && view->form == &form_begin_totp) {
		put_secret(view, view_text(view->answer, "otpauthUri"));
	} else if (view->answer != NULL) {
		put_recovery_codes(view);
	} else if (view->form == &form_confirm_totp) {
		put_again(view);
	} else if (on) {
		html_put(view->out,
			"<p><span class=\"tag good\">On</span> Signing in requires your "
			"password and a code.</p>\n"
			"<section class=\"card danger\"><h2>Turn it off</h2>\n");
		form_put(view, &form_remove_totp, NULL);
		html_put(view->out, "</section>\n");
	} else {
		html_put(view->out,
			"<p><span class=\"tag\">Off</span> With an authenticator app, a "
			"stolen password is not enough to sign in.</p>\n"
			"<section class=\"card\">\n");
		form_put(view, &form_begin_totp, NULL);
		html_put(view->out, "</section>\n");
	}
}

const struct page page_two_factor = {
	.path = "/settings/two-factor",
	.title = "Two-factor sign-in",
	.menu = "Two-factor sign-in",
	.reads = {{.op = &op_session_get}},
	.forms = {&form_begin_totp, &form_confirm_totp, &form_remove_totp},
	.write = write_two_factor,
};

/* ---- undoing a setup, by the link in the mail about it ---- */

static const struct control undo_controls[] = {
	{.name = "token", .kind = CONTROL_HIDDEN},
};

static const struct form form_undo_totp = {
	.path = "/undo-two-factor",
	.op = &op_totp_undo,
	.controls = undo_controls,
	.control_count = COUNT_OF(undo_controls),
	.button = "Remove the second factor",
	.danger = true,
	.done = "/forgot-password",
	.said = "The second factor is removed. Now choose a new password, which ends all "
		"sessions.",
};

/* Opening the page changes nothing, because mail scanners open every link. */
static void
write_undo(struct view *view)
{
	html_put(view->out, "<div class=\"card\">\n");
	if (account_put_dead_link(view)) {
		html_put(view->out,
			"<p>If a thief uses your account, choose a new password. That "
			"ends all sessions. Then ask an administrator to remove the "
			"second factor.</p>\n<p class=\"actions\">");
		account_link_on(view, "/forgot-password", "Choose a new password");
		html_put(view->out, "</p>\n</div>\n");
		return;
	}
	html_put(view->out,
		"<p>A second factor was set up for your account "
		"within the last 7 days. If it was not you, remove it here. Signing in "
		"then requires only your password, so choose a new one next.</p>\n");
	form_put(view, &form_undo_totp,
		view_value(view, "token", view_query(view, "token")));
	html_put(view->out, "</div>\n");
}

const struct page page_undo_two_factor = {
	.path = "/undo-two-factor",
	.title = "Remove the second factor",
	.reads = {{.op = &op_mail_link_get,
		.also = "purpose=undo_totp",
		.with = account_with_token}},
	.forms = {&form_undo_totp},
	.write = write_undo,
	.narrow = true,
};
