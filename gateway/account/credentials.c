/*
 * credentials.c - sessions, personal access tokens, and connected apps.
 */
#include <string.h>

#include "common/config/config.h"
#include "gateway/account/account.h"
#include "gateway/components/components.h"
#include "gateway/web/html.h"
#include "proto/identity/account.h"
#include "proto/identity/approvals.h"
#include "proto/identity/identity.h"

/* "Last used …", or "never used". */
static void
put_last_use(struct view *view, const json_t *item)
{
	const char *at = view_text(item, "lastUsedAt");

	if (at[0] == '\0') {
		html_put(view->out, "Never used");
		return;
	}
	html_put(view->out, "Last used ");
	html_time(view->out, at);
}

/* Scopes in words. */
static void
put_scopes(struct view *view, const json_t *list)
{
	html_put(view->out, "<ul class=\"scopes\">\n");
	for (size_t i = 0; i < json_array_size(list); i++) {
		const char *name = json_string_value(json_array_get(list, i));

		for (size_t j = 0; j < SCOPE_KINDS; j++) {
			if (strcmp(scope_infos[j].name, name) == 0)
				html_putf(view->out, "<li>%s</li>\n",
					scope_infos[j].sentence);
		}
	}
	html_put(view->out, "</ul>\n");
}

/* A link to what an app or token did, for members who may read it. */
static void
put_activity_link(struct view *view, const char *id)
{
	if (view->principal->membership != MEMBERSHIP_ACTIVE)
		return;
	html_put(view->out, "<p class=\"small\">");
	link_put(view, path_with_query(view->arena, "/settings/activity", "client", id),
		"What it did");
	html_put(view->out, "</p>\n");
}

/* The operator sets the daily number. */
const struct choice account_approval_choices[] = {
	{"each", "Ask me each time", NULL},
	{"above", "Ask me above a few times a day", NULL},
	{"never", "Do not ask me", NULL},
	{NULL, NULL, NULL},
};

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
	put_last_use(view, item);
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

#define APPROVAL_CONTROL \
	{ \
		.name = "approval", .kind = CONTROL_CHOICE, \
		.label = "Before it sends something to other people", \
		.choices = account_approval_choices \
	}

static const struct control token_approval_controls[] = {APPROVAL_CONTROL};

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

/* The choice when an app or a token asks, folded below the present one. */
static void
put_approval(
	struct view *view, const struct form *form, const json_t *item, const char *id)
{
	const char *value = view_text(item, id);

	form_fold_begin(view, form,
		choice_words(account_approval_choices, view_text(item, "approval")),
		value, view_text(item, "name"));
	form_begin(view, form,
		strcmp(id, "id") == 0
			? arena_printf(view->arena, "/settings/tokens/%s/approval", value)
			: form->path);
	form_controls(view, form, item);
	form_end(view, form);
	form_fold_end(view);
}

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
	put_scopes(view, json_object_get(item, "scopes"));
	html_put(view->out, "<p class=\"quiet\">");
	put_last_use(view, item);
	html_put(view->out, " \u00b7 Expires ");
	html_time(view->out, view_text(item, "expiresAt"));
	html_put(view->out, "</p></div>\n");
	put_activity_link(view, view_text(item, "id"));
	put_approval(view, &form_token_approval, item, "id");
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

/* ---- connected apps ---- */

static const struct control app_controls[] = {
	{.name = "clientId", .kind = CONTROL_HIDDEN},
};

/* An app's id may be a URL with slashes, which a path cannot hold. */
static const struct form form_disconnect = {
	.path = "/settings/apps/disconnect",
	.op = &op_app_revoke,
	.controls = app_controls,
	.control_count = COUNT_OF(app_controls),
	.button = "Disconnect",
	.danger = true,
	.done = "/settings/apps",
	.said = "The app is disconnected. Its tokens stop working everywhere within a "
		"second.",
};

static const struct control app_approval_controls[] = {
	{.name = "clientId", .kind = CONTROL_HIDDEN},
	APPROVAL_CONTROL,
};

static const struct form form_app_approval = {
	.path = "/settings/apps/approval",
	.op = &op_app_approval_set,
	.controls = app_approval_controls,
	.control_count = COUNT_OF(app_approval_controls),
	.button = "Save",
	.plain = true,
	.done = "/settings/apps",
	.said = "Your choice is saved.",
};

static void
put_app(struct view *view, const json_t *item)
{
	const char *host = view_text(item, "redirectHost");

	html_putf(view->out, "<li><div class=\"what\"><p><strong>%s</strong>",
		view_text(item, "name"));
	if (host[0] != '\0')
		html_putf(view->out, " <span class=\"quiet\">at %s</span>", host);
	html_put(view->out, "</p>\n");
	put_scopes(view, json_object_get(item, "scopes"));
	html_put(view->out, "<p class=\"quiet\">Since ");
	html_time(view->out, view_text(item, "grantedAt"));
	html_put(view->out, " \u00b7 ");
	put_last_use(view, item);
	html_put(view->out, "</p></div>\n");
	put_activity_link(view, view_text(item, "clientId"));
	put_approval(view, &form_app_approval, item, "clientId");
	form_button(view, &form_disconnect, view_text(item, "clientId"),
		view_text(item, "name"));
	html_put(view->out, "</li>\n");
}

static void
write_apps(struct view *view)
{
	const json_t *items = view_member(view->answers[0], "items");

	html_put(view->out,
		"<p class=\"quiet\">Connected assistants and programs can act for "
		"you.</p>\n");
	if (json_array_size(items) == 0) {
		html_put(view->out,
			"<div class=\"empty\"><p>You have not connected an app yet. "
			"<a href=\"/settings/assistants\">Connect your assistant</a>"
			"</p></div>\n");
		return;
	}
	html_put(view->out, "<ul class=\"rows top\">\n");
	for (size_t i = 0; i < json_array_size(items); i++)
		put_app(view, json_array_get(items, i));
	html_put(view->out, "</ul>\n");
	view_more(view, view->answers[0]);
}

const struct page page_apps = {
	.path = "/settings/apps",
	.title = "Connected apps",
	.menu = "Connected apps",
	.reads = {{.op = &op_app_list}},
	.forms = {&form_disconnect, &form_app_approval},
	.write = write_apps,
};
