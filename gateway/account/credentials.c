/*
 * credentials.c - sessions and personal access tokens.
 */
#include <string.h>

#include "common/config/config.h"
#include "gateway/account/account.h"
#include "gateway/components/components.h"
#include "gateway/web/html.h"
#include "proto/identity/account.h"
#include "proto/identity/approvals.h"
#include "proto/identity/identity.h"

/* ---- sessions ---- */

static const struct form form_end_session = {
	.path = "/settings/sessions/{id}/end",
	.op = &op_session_revoke,
	.button = "Sign out",
	.danger = true,
	.done = "/settings/sessions",
	.said = "The session has ended.",
};

static const struct form form_end_others = {
	.path = "/settings/sessions/others/end",
	.op = &op_session_revoke_others,
	.button = "Sign out everywhere else",
	.danger = true,
	.done = "/settings/sessions",
	.said = "Every other session has ended.",
};

static void
put_session(struct view *view, const json_t *item)
{
	const char *agent = view_text(item, "userAgent");

	html_putf(view->out, "<li><div class=\"what\"><p><strong>%s</strong>",
		agent[0] != '\0' ? view_program(view->arena, agent) : "Unknown program");
	if (json_is_true(json_object_get(item, "current")))
		html_put(view->out, " <span class=\"tag good\">This browser</span>");
	html_putf(view->out, "</p>\n<p class=\"quiet\">%s \u00b7 Since ",
		view_text(item, "address"));
	html_time(view->out, view_text(item, "createdAt"));
	html_put(view->out, " \u00b7 ");
	account_put_last_use(view, item);
	html_put(view->out, "</p></div>\n");
	if (!json_is_true(json_object_get(item, "current")))
		form_button(view, &form_end_session, view_text(item, "id"),
			"of this session");
	html_put(view->out, "</li>\n");
}

static void
write_sessions(struct view *view)
{
	const json_t *items = view_member(view->answers[0], "items");

	html_put(view->out,
		"<p class=\"quiet\">You are signed in here. Sign out each session that "
		"you do not recognize, and then change your password.</p>\n"
		"<ul class=\"rows\">\n");
	for (size_t i = 0; i < json_array_size(items); i++)
		put_session(view, json_array_get(items, i));
	html_put(view->out, "</ul>\n");
	view_more(view, view->answers[0]);
	if (json_array_size(items) > 1)
		form_put(view, &form_end_others, NULL);
}

const struct page page_sessions = {
	.path = "/settings/sessions",
	.title = "Sessions",
	.menu = "Sessions",
	.reads = {{.op = &op_session_list}},
	.forms = {&form_end_others, &form_end_session},
	.write = write_sessions,
};

/* ---- personal access tokens ---- */

static const struct choice scope_choices[] = {
	{"profile", "Read your own profile", NULL},
	{"network:read", "Read what you can see",
		"Members, organizations, asks, projects and events."},
	{"network:write", "Act for you", "Publish, edit, join, invite, ask and answer."},
	{"admin", "Administer the platform", NULL},
	{NULL, NULL, NULL},
};

static const struct choice life_choices[] = {
	{"30", "30 days", NULL},
	{"90", "90 days", NULL},
	{"180", "180 days", NULL},
	{"365", "A year", NULL},
	{NULL, NULL, NULL},
};

static const struct control token_controls[] = {
	{.name = "name",
		.kind = CONTROL_LINE,
		.label = "What is it for?",
		.hint = "A name that you will recognize, such as \u201cNightly "
			"import\u201d."},
	{.name = "scopes",
		.kind = CONTROL_CHECKS,
		.label = "What it may do",
		.choices = scope_choices,
		.admin_choice = "admin"},
	{.name = "expiresInDays",
		.kind = CONTROL_CHOICE,
		.label = "Valid for",
		.choices = life_choices,
		.value = "90"},
};

static const struct form form_token = {
	.path = "/settings/tokens",
	.op = &op_token_create,
	.controls = token_controls,
	.control_count = COUNT_OF(token_controls),
	.button = "Create the token",
};

static const struct form form_delete_token = {
	.path = "/settings/tokens/{id}/delete",
	.op = &op_token_revoke,
	.button = "Delete",
	.danger = true,
	.done = "/settings/tokens",
	.said = "The token is deleted. It stops working everywhere within a second.",
};

static const struct control token_approval_controls[] = {ACCOUNT_APPROVAL_CONTROL};

static const struct form form_token_approval = {
	.path = "/settings/tokens/{id}/approval",
	.op = &op_token_approval_set,
	.controls = token_approval_controls,
	.control_count = COUNT_OF(token_approval_controls),
	.button = "Save",
	.plain = true,
	.done = "/settings/tokens",
	.said = "Your choice is saved.",
};

/* Shows the new token, once. */
static void
put_new_token(struct view *view)
{
	html_put(view->out,
		"<div class=\"notice good\" role=\"status\"><p><strong>Copy the token "
		"now.</strong> It is not shown again.</p>\n");
	html_putf(view->out, "<code class=\"copy\" tabindex=\"0\">%s</code></div>\n",
		view_text(view->answer, "token"));
}

static void
put_token(struct view *view, const json_t *item)
{
	html_putf(view->out, "<li><div class=\"what\"><p><strong>%s</strong></p>\n",
		view_text(item, "name"));
	account_put_scopes(view, json_object_get(item, "scopes"));
	html_put(view->out, "<p class=\"quiet\">");
	account_put_last_use(view, item);
	html_put(view->out, " \u00b7 Expires ");
	html_time(view->out, view_text(item, "expiresAt"));
	html_put(view->out, "</p></div>\n");
	account_put_activity_link(view, view_text(item, "id"));
	account_put_choice(view, &form_token_approval,
		arena_printf(view->arena, "/settings/tokens/%s/approval",
			view_text(item, "id")),
		view_text(item, "id"), item);
	form_button(
		view, &form_delete_token, view_text(item, "id"), view_text(item, "name"));
	html_put(view->out, "</li>\n");
}

static void
write_tokens(struct view *view)
{
	const json_t *items = view_member(view->answers[0], "items");

	if (view->answer != NULL)
		put_new_token(view);
	html_put(view->out,
		"<p class=\"quiet\">Tokens are for your own programs and scripts. An "
		"assistant that can open a sign-in page needs none.</p>\n");
	if (json_array_size(items) == 0) {
		html_put(view->out,
			"<div class=\"empty\"><p>You have no tokens yet.</p></div>\n");
	} else {
		html_put(view->out, "<ul class=\"rows top\">\n");
		for (size_t i = 0; i < json_array_size(items); i++)
			put_token(view, json_array_get(items, i));
		html_put(view->out, "</ul>\n");
	}
	view_more(view, view->answers[0]);
	html_put(view->out, "<section class=\"card\"><h2>A new token</h2>\n");
	form_put(view, &form_token, NULL);
	html_put(view->out, "</section>\n");
}

const struct page page_tokens = {
	.path = "/settings/tokens",
	.title = "Access tokens",
	.menu = "Access tokens",
	.reads = {{.op = &op_token_list}},
	.forms = {&form_token, &form_delete_token, &form_token_approval},
	.write = write_tokens,
};
