/*
 * settings.c - name, address, password, export, and deletion of the account.
 */
#include <string.h>

#include "gateway/account/account.h"
#include "gateway/web/html.h"
#include "proto/identity/account.h"
#include "proto/identity/identity.h"

#define SESSION 0 /* the first read of every page here */

static const json_t *
account(const struct view *view)
{
	return view_member(view->answers[SESSION], "account");
}

/* ---- the account ---- */

static const struct control name_controls[] = {
	{.name = "name",
		.kind = CONTROL_LINE,
		.label = "Name",
		.hint = "Shown to other members. Your handle does not change.",
		.autocomplete = "name"},
};

static const struct form form_name = {
	.path = "/settings/name",
	.op = &op_account_update,
	.controls = name_controls,
	.control_count = COUNT_OF(name_controls),
	.button = "Save the name",
	.done = "/settings",
	.said = "Your name is changed.",
};

static const struct control email_controls[] = {
	{.name = "email",
		.kind = CONTROL_LINE,
		.label = "New address",
		.autocomplete = "email"},
	{.name = "password",
		.kind = CONTROL_PASSWORD,
		.label = "Your password",
		.autocomplete = "current-password"},
};

static const struct form form_email = {
	.path = "/settings/email",
	.op = &op_email_change,
	.controls = email_controls,
	.control_count = COUNT_OF(email_controls),
	.button = "Change the address",
	.done = "/settings",
	.said = "We have sent a link to the new address. Open it to confirm the change.",
};

static void
write_settings(struct view *view)
{
	html_put(view->out, "<section class=\"card\"><h2>Your name</h2>\n");
	form_put(view, &form_name, account(view));
	html_put(view->out,
		"</section>\n<section class=\"card\"><h2>E-mail address</h2>\n");
	html_putf(view->out,
		"<p>Your address is <strong>%s</strong>. To change it, enter a new "
		"address and open the link that we send to it.</p>\n",
		view_text(account(view), "email"));
	form_put(view, &form_email, NULL);
	html_put(view->out, "</section>\n");
}

const struct page page_settings = {
	.path = "/settings",
	.title = "Account",
	.menu = "Account",
	.reads = {[SESSION] = {.op = &op_session_get}},
	.forms = {&form_name, &form_email},
	.write = write_settings,
};

/* ---- the password ---- */

static const struct control password_controls[] = {
	{.name = "current",
		.kind = CONTROL_PASSWORD,
		.label = "Current password",
		.autocomplete = "current-password"},
	{.name = "new",
		.kind = CONTROL_PASSWORD,
		.label = "New password",
		.hint = "At least 12 characters. Common passwords are refused.",
		.autocomplete = "new-password"},
	ACCOUNT_REVOKE_ACCESS,
};

/* A browser sends nothing for a box that is not ticked. */
struct pairs
account_read_revoke_access(const struct view *view)
{
	static const char name[] = "revokeAccess";
	const struct pairs *typed = &view->typed;
	struct http_parameter *list =
		arena_array(view->arena, typed->count + 1, sizeof(*list));

	if (pairs_find(typed, name) != NULL)
		return *typed;
	for (size_t i = 0; i < typed->count; i++)
		list[i] = typed->list[i];
	list[typed->count] = (struct http_parameter){
		arena_text(view->arena, name), arena_text(view->arena, "false")};
	return (struct pairs){list, typed->count + 1};
}

static const struct form form_password = {
	.path = "/settings/password",
	.op = &op_password_change,
	.also = "revokeSession=true",
	.controls = password_controls,
	.control_count = COUNT_OF(password_controls),
	.button = "Change the password",
	.done = "/sign-in",
	.said = "Your password is changed. Sign in with it.",
	.prepare = account_read_revoke_access,
	.finish = account_finish_session,
};

static void
write_password(struct view *view)
{
	html_put(view->out,
		"<section class=\"card\">\n"
		"<p class=\"quiet\">Changing the password ends every session, this one "
		"too: you sign in again with the new password.</p>\n");
	form_put(view, &form_password, NULL);
	html_put(view->out, "</section>\n");
}

const struct page page_password = {
	.path = "/settings/password",
	.title = "Password",
	.menu = "Password",
	.reads = {[SESSION] = {.op = &op_session_get}},
	.forms = {&form_password},
	.write = write_password,
};

/* ---- export and deletion ---- */

static const struct control delete_controls[] = {
	{.name = "password",
		.kind = CONTROL_PASSWORD,
		.label = "Your password",
		.autocomplete = "current-password"},
};

static const struct form form_delete = {
	.path = "/settings/data/delete",
	.op = &op_account_delete,
	.controls = delete_controls,
	.control_count = COUNT_OF(delete_controls),
	.button = "Delete my account",
	.danger = true,
	.done = "/",
	.said = "Your account is deleted.",
	.finish = account_finish_session,
};

static void
write_data(struct view *view)
{
	html_put(view->out,
		"<section class=\"card\"><h2>Download your data</h2>\n"
		"<p>One document with everything that this instance stores about you: "
		"your profile, your posts, your memberships, and your sessions and "
		"tokens without their secrets.</p>\n"
		"<p><a class=\"button plain\" href=\"/v1/auth/export\" "
		"download=\"kith-export.json\">Download your data</a></p>\n"
		"</section>\n"
		"<section class=\"card danger\"><h2>Delete the account</h2>\n"
		"<p>Your posts are deleted with your account. Records that other "
		"members depend on stay, in the name of a deleted member. This cannot "
		"be undone.</p>\n");
	form_fold_begin(view, &form_delete, "Delete the account", NULL, "");
	form_put(view, &form_delete, NULL);
	form_fold_end(view);
	html_put(view->out, "</section>\n");
}

const struct page page_data = {
	.path = "/settings/data",
	.title = "Your data",
	.menu = "Your data",
	.reads = {[SESSION] = {.op = &op_session_get}},
	.forms = {&form_delete},
	.write = write_data,
};
