/*
 * apps.c - connected apps, and what their page shares with that of tokens.
 */
#include <string.h>

#include "gateway/account/account.h"
#include "gateway/components/components.h"
#include "gateway/web/html.h"
#include "proto/identity/account.h"
#include "proto/identity/approvals.h"
#include "proto/tool_sets.h"

/* ---- parts of the pages of apps and tokens ---- */

void
account_put_last_use(struct view *view, const json_t *item)
{
	const char *at = view_text(item, "lastUsedAt");

	if (at[0] == '\0') {
		html_put(view->out, "Never used");
		return;
	}
	html_put(view->out, "Last used ");
	html_time(view->out, at);
}

void
account_put_scopes(struct view *view, const json_t *list)
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

void
account_put_activity_link(struct view *view, const char *id)
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
	{"above", "Ask me after the first few each day", NULL},
	{"never", "Do not ask me", NULL},
	{NULL, NULL, NULL},
};

/* An app without network:write reads only, whatever its tools are. */
const struct choice account_tools_choices[] = {
	{"all", "All tools", NULL},
	{"core", "Everyday tools only", NULL},
	{NULL, NULL, NULL},
};

void
account_put_choice(struct view *view, const struct form *form, const char *path,
	const char *id, const json_t *item)
{
	const struct control *control = &form->controls[form->control_count - 1];

	form_fold_begin(view, form,
		choice_words(control->choices, view_text(item, control->name)), id,
		view_text(item, "name"));
	form_begin(view, form, path);
	form_controls(view, form, item);
	form_end(view, form);
	form_fold_end(view);
}

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
	.done = APPS_PAGE,
	.said = "The app is disconnected. Its tokens stop working everywhere within a "
		"second.",
};

static const struct control app_approval_controls[] = {
	{.name = "clientId", .kind = CONTROL_HIDDEN},
	ACCOUNT_APPROVAL_CONTROL,
};

static const struct form form_app_approval = {
	.path = "/settings/apps/approval",
	.op = &op_app_approval_set,
	.controls = app_approval_controls,
	.control_count = COUNT_OF(app_approval_controls),
	.button = "Save",
	.plain = true,
	.done = APPS_PAGE,
	.said = "Your choice is saved.",
};

static const struct control app_tools_controls[] = {
	{.name = "clientId", .kind = CONTROL_HIDDEN},
	ACCOUNT_TOOLS_CONTROL,
};

static const struct form form_app_tools = {
	.path = "/settings/apps/tools",
	.op = &op_app_tools_set,
	.controls = app_tools_controls,
	.control_count = COUNT_OF(app_tools_controls),
	.button = "Save",
	.plain = true,
	.done = APPS_PAGE,
	.said = "Your choice is saved.",
};

static void
put_app(struct view *view, const json_t *item)
{
	const char *host = view_text(item, "redirectHost");
	const char *id = view_text(item, "clientId");

	html_putf(view->out, "<li><div class=\"what\"><p><strong>%s</strong>",
		view_text(item, "name"));
	if (host[0] != '\0')
		html_putf(view->out, " <span class=\"quiet\">at %s</span>", host);
	html_put(view->out, "</p>\n");
	account_put_scopes(view, json_object_get(item, "scopes"));
	html_put(view->out, "<p class=\"quiet\">Since ");
	html_time(view->out, view_text(item, "grantedAt"));
	html_put(view->out, " \u00b7 ");
	account_put_last_use(view, item);
	html_put(view->out, "</p></div>\n");
	account_put_activity_link(view, id);
	account_put_choice(view, &form_app_approval, form_app_approval.path, id, item);
	if (view_text(item, "tools")[0] != '\0')
		account_put_choice(view, &form_app_tools, form_app_tools.path, id, item);
	form_button(view, &form_disconnect, id, view_text(item, "name"));
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
	.path = APPS_PAGE,
	.title = "Connected apps",
	.menu = "Connected apps",
	.reads = {{.op = &op_app_list}},
	.forms = {&form_disconnect, &form_app_approval, &form_app_tools},
	.write = write_apps,
};
