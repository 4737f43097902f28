/*
 * sign_in.c - signing in and out.
 *
 * Sign-in with a second factor takes two pages, but one operation. The second page
 * carries the password, encrypted for five minutes under a key that only gateways have.
 */
#include <string.h>

#include "gateway/account/account.h"
#include "gateway/auth/auth.h"
#include "gateway/web/encrypted.h"
#include "gateway/web/html.h"
#include "proto/identity/identity.h"

#define ENCRYPTED "sealed:"
#define LIFE_US ((int64_t)5 * 60 * 1000000)

/* ---- signing in ---- */

/* Encrypts the password of the first page for the second one, bound to the address. */
static const char *
encrypt_password(
	struct arena *arena, const struct text *email, const struct text *password)
{
	return arena_printf(
		arena, ENCRYPTED "%s", encrypted_make(arena, email, password, LIFE_US));
}

/* Decrypts the password; absent when it is invalid, expired, or of another address. */
static struct text
decrypt_password(
	struct arena *arena, const struct text *email, const struct text *encrypted)
{
	const size_t prefix = strlen(ENCRYPTED);

	if (encrypted->size < prefix || strncmp(encrypted->data, ENCRYPTED, prefix) != 0)
		return (struct text){.data = ""};
	return encrypted_open(
		arena, email, encrypted->data + prefix, encrypted->size - prefix);
}

/* The fields of the second page, with the password of the first. */
static struct pairs
prepare_code(const struct view *view)
{
	const struct pairs *typed = &view->typed;
	struct http_parameter *list =
		arena_array(view->arena, typed->count + 1, sizeof(*list));
	const struct text *email = pairs_find(typed, "email");

	for (size_t i = 0; i < typed->count; i++) {
		list[i] = typed->list[i];
		if (email != NULL && strcmp(list[i].name.data, "password") == 0)
			list[i].value =
				decrypt_password(view->arena, email, &list[i].value);
	}
	return (struct pairs){list, typed->count};
}

/* Whether the member has signed in without a profile, and no page or app waits for the
 * member's return. */
static bool
is_welcome(const struct view *view)
{
	const json_t *account = view_member(view->answer, "account");

	return view->next == NULL && view->kept == NULL &&
		strcmp(view_text(account, "membershipStatus"), "active") == 0 &&
		!json_is_object(view_member(account, "profile"));
}

/* Stores the session in the browser's cookie. */
static void
finish_sign_in(struct view *view)
{
	view->cookie = auth_cookie(view->arena, view_text(view->answer, "token"));
	if (is_welcome(view))
		view->location = "/welcome";
}

static const struct control sign_in_controls[] = {
	{.name = "email",
		.kind = CONTROL_LINE,
		.label = "E-mail address",
		.autocomplete = "username"},
	{.name = "password",
		.kind = CONTROL_PASSWORD,
		.label = "Password",
		.autocomplete = "current-password"},
};

static const struct form form_sign_in = {
	.path = "/sign-in",
	.op = &op_session_sign_in,
	.also = "as=cookie",
	.controls = sign_in_controls,
	.control_count = COUNT_OF(sign_in_controls),
	.button = "Sign in",
	.returns = true,
	.done = "/",
	.finish = finish_sign_in,
};

static const struct control code_controls[] = {
	{.name = "email", .kind = CONTROL_HIDDEN},
	{.name = "password", .kind = CONTROL_HIDDEN},
	{.name = "totp",
		.kind = CONTROL_CODE,
		.label = "Authentication code",
		.hint = "The six digits from your authenticator app, or a recovery "
			"code.",
		.autocomplete = "one-time-code"},
};

static const struct form form_sign_in_code = {
	.path = "/sign-in/code",
	.op = &op_session_sign_in,
	.also = "as=cookie",
	.controls = code_controls,
	.control_count = COUNT_OF(code_controls),
	.button = "Continue",
	.returns = true,
	.done = "/",
	.mistaken = "The code is wrong or was used already. Wait for the next code and "
		    "enter it.",
	.prepare = prepare_code,
	.finish = finish_sign_in,
};

/* Asks for the second factor, also after a wrong code. */
static void
put_code(struct view *view)
{
	const struct text *email = pairs_find(&view->typed, "email");
	const struct text *password = pairs_find(&view->typed, "password");
	json_t *values = view_values(view);

	if (view->form == &form_sign_in && email != NULL && password != NULL) {
		json_object_set_new(values, "email", json_string(email->data));
		json_object_set_new(values, "password",
			json_string(encrypt_password(view->arena, email, password)));
	}
	html_put(view->out, "<div class=\"card\">\n");
	form_put(view, &form_sign_in_code, values);
	html_put(view->out, "</div>\n<p class=\"beside\">");
	html_put(view->out, "<a href=\"/sign-in\">Start again</a></p>\n");
}

/* After a form that was sent when the session had ended. */
static void
put_unsent(struct view *view)
{
	if (view_query(view, "unsent")[0] != '\0')
		html_put(view->out,
			"<div class=\"notice warn\" role=\"status\"><p>You have been "
			"signed out, and what you typed was not saved. Sign in first. "
			"Then go back in your browser to the form: most browsers still "
			"show what you typed.</p></div>\n");
}

static void
write_sign_in(struct view *view)
{
	const bool wants_code =
		view->refusal != NULL && view->refusal->problem == PROBLEM_TOTP_REQUIRED;

	if (wants_code || view->form == &form_sign_in_code) {
		put_code(view);
		return;
	}
	if (view->refusal != NULL && view->refusal->problem == PROBLEM_EMAIL_NOT_VERIFIED)
		account_put_resend(view, pairs_find(&view->typed, "email")->data);
	put_unsent(view);
	html_put(view->out, "<div class=\"card\">\n");
	if (view_is_for_app(view))
		html_put(view->out,
			"<p>After you sign in, you choose what the app may do.</p>\n");
	form_put(view, &form_sign_in, NULL);
	html_put(view->out, "<p class=\"small\">");
	account_link_on(view, "/forgot-password", "Forgot your password?");
	html_put(view->out, "</p>\n</div>\n<p class=\"beside\">New here? ");
	account_link_on(view, "/sign-up", "Create an account");
	html_put(view->out, "</p>\n");
}

const struct page page_sign_in = {
	.path = "/sign-in",
	.title = "Sign in",
	.forms = {&form_sign_in, &form_sign_in_code},
	.write = write_sign_in,
	.leads_away = true,
	.narrow = true,
};

/* ---- signing out ---- */

void
account_finish_session(struct view *view)
{
	view->cookie = auth_cookie(view->arena, NULL);
}

static const struct form form_sign_out = {
	.path = "/sign-out",
	.op = &op_session_sign_out,
	.button = "Sign out",
	.done = "/sign-in",
	.said = "You are signed out.",
	.finish = account_finish_session,
};

static void
write_sign_out(struct view *view)
{
	html_put(view->out,
		"<div class=\"card\">\n<p>This ends the session in this browser.</p>\n");
	form_put(view, &form_sign_out, NULL);
	html_put(view->out, "</div>\n");
}

const struct page page_sign_out = {
	.path = "/sign-out",
	.title = "Sign out",
	.reads = {{.op = &op_session_get}},
	.forms = {&form_sign_out},
	.write = write_sign_out,
	.narrow = true,
};
