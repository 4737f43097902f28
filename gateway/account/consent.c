/*
 * consent.c - the consent of a member to an app's request.
 *
 * The answer redirects to the app, at any registered address. Browsers apply
 * form-action to redirects, so this page's policy has none.
 */
#include <string.h>

#include "gateway/account/account.h"
#include "gateway/web/html.h"
#include "proto/identity/oauth.h"

static void
finish(struct view *view)
{
	view->location = view_text(view->answer, "location");
}

static const struct form form_allow = {
	.path = "/oauth/consent",
	.op = &op_consent_decide,
	.also = "allow=true",
	.button = "Allow",
	.finish = finish,
};

static const struct form form_deny = {
	.path = "/oauth/consent/deny",
	.op = &op_consent_decide,
	.also = "allow=false",
	.button = "Deny",
	.finish = finish,
};

/* The path of a form with the request in its query, so that a refused answer still
 * shows it. */
static const char *
path_of(struct view *view, const struct form *form, const char *transaction)
{
	struct buffer path = {.arena = view->arena};

	html_put(&path, form->path);
	html_put(&path, "?transaction=");
	html_put_query(&path, transaction);
	buffer_append(&path, "", 1);
	return (const char *)path.data;
}

/* The app, the member, and the address of the answer. */
static void
put_request(struct view *view, const json_t *consent)
{
	struct buffer *out = view->out;
	bool private = json_is_true(json_object_get(consent, "private"));
	bool loopback = json_is_true(json_object_get(consent, "loopback"));

	html_putf(out,
		"<p><strong>%s</strong> wants to act on this network as "
		"<strong>%s</strong> (%s).</p>\n",
		view_text(consent, "clientName"), view_text(consent, "memberName"),
		view_text(consent, "memberEmail"));
	html_putf(out,
		private ? "<p>Your answer goes to the program on your device that opens "
			  "<strong>%s</strong> addresses.</p>\n"
			: loopback
			? "<p>Your answer goes to a program on the device that you "
			  "are using now (<strong>%s</strong>).</p>\n"
			: "<p>Your answer goes to <strong>%s</strong>.</p>\n",
		view_text(consent, "redirectHost"));
}

/* Warnings before the answer. */
static void
put_warnings(struct view *view, const json_t *consent)
{
	struct buffer *out = view->out;
	bool verified = json_is_true(json_object_get(consent, "verified"));
	bool loopback = json_is_true(json_object_get(consent, "loopback"));
	const char *document = view_text(consent, "documentHost");

	if (verified && !loopback)
		return;
	html_put(out, "<div class=\"notice warn\" role=\"note\">");
	if (!verified && document[0] != '\0')
		html_putf(out,
			"<p>This app is not verified. Its name comes from "
			"<strong>%s</strong>. Allow it only if you have just started to "
			"connect it.</p>",
			document);
	else if (!verified)
		html_put(out,
			"<p>This app is not verified. It chose its own name. Allow it "
			"only if you have just started to connect it.</p>");
	if (loopback)
		html_put(out,
			"<p>Any program on this device can pretend to be this app. If "
			"you have not just started the app here, choose Deny.</p>");
	html_put(out, "</div>\n");
}

/* A scope with its check box. The identity cannot be left out. */
static void
put_scope(struct view *view, const struct scope_info *scope)
{
	const char *state = scope->bit == SCOPE_OPENID ? " checked disabled"
		: scope->bit == SCOPE_ADMIN            ? ""
						       : " checked";
	struct buffer *out = view->out;

	html_putf(out,
		"<div class=\"box\"><input type=\"checkbox\" id=\"scope-%s\" "
		"name=\"scopes\" value=\"%s\"",
		scope->name, scope->name);
	html_put(out, state);
	html_putf(out, "><label for=\"scope-%s\">%s</label></div>\n", scope->name,
		scope->sentence);
}

static bool
is_offered(const json_t *consent, const char *name)
{
	const json_t *scopes = json_object_get(consent, "scopes");

	for (size_t i = 0; i < json_array_size(scopes); i++) {
		if (strcmp(json_string_value(json_array_get(scopes, i)), name) == 0)
			return true;
	}
	return false;
}

/* A choice with the value that the consent suggests. */
static void
put_choice(struct view *view, const json_t *consent, const struct control *control)
{
	const char *name = control->name;
	struct buffer *out = view->out;

	html_putf(out, "<div class=\"field\"><label for=\"%s\">%s</label>\n", name,
		control->label);
	if (control->hint != NULL)
		html_putf(out, "<p class=\"hint\" id=\"%s-hint\">%s</p>\n", name,
			control->hint);
	html_putf(out, "<select id=\"%s\" name=\"%s\"", name, name);
	if (control->hint != NULL)
		html_putf(out, " aria-describedby=\"%s-hint\"", name);
	html_put(out, ">\n");
	for (const struct choice *one = control->choices; one->value != NULL; one++) {
		html_putf(out, "<option value=\"%s\"", one->value);
		html_put(out,
			strcmp(one->value, view_text(consent, name)) == 0 ? " selected>"
									  : ">");
		html_putf(out, "%s</option>\n", one->label);
	}
	html_put(out, "</select></div>\n");
}

static void
put_form(struct view *view, const json_t *consent)
{
	const char *transaction = view_text(consent, "transaction");
	struct buffer *out = view->out;

	form_begin(view, &form_allow, path_of(view, &form_allow, transaction));
	html_putf(out, "<input type=\"hidden\" name=\"transaction\" value=\"%s\">\n",
		transaction);
	html_putf(out, "<input type=\"hidden\" name=\"token\" value=\"%s\">\n",
		view_text(consent, "token"));
	html_put(out, "<fieldset class=\"field\"><legend>It may:</legend>\n");
	for (size_t i = 0; i < SCOPE_KINDS; i++) {
		if (is_offered(consent, scope_infos[i].name))
			put_scope(view, &scope_infos[i]);
	}
	html_put(out, "</fieldset>\n");
	if (json_is_true(json_object_get(consent, "connected")))
		html_put(out,
			"<p>This app is connected already. If you allow it now, its "
			"other connections lose what you leave out here.</p>\n");
	put_choice(view, consent, &(const struct control)ACCOUNT_APPROVAL_CONTROL);
	if (view_text(consent, "tools")[0] != '\0')
		put_choice(view, consent, &(const struct control)ACCOUNT_TOOLS_CONTROL);
	html_put(out,
		"<div class=\"actions\">\n<button "
		"type=\"submit\">Allow</button>\n");
	html_putf(out,
		"<button class=\"plain\" type=\"submit\" "
		"formaction=\"%s\">Deny</button>\n",
		path_of(view, &form_deny, transaction));
	html_put(out, "</div>\n</form>\n");
}

static void
write_consent(struct view *view)
{
	const json_t *consent = view->answers[0];

	html_put(view->out, "<div class=\"card\">\n");
	put_request(view, consent);
	put_warnings(view, consent);
	put_form(view, consent);
	html_put(view->out,
		"<p class=\"small\">You can disconnect the app at any time in your "
		"settings.</p>\n</div>\n"
		"<p class=\"beside\">Not you? <a href=\"/sign-out\">Sign out</a>, and "
		"connect again from the app.</p>\n");
}

/* The request is missing, or no longer open. */
static void
write_lost(struct view *view)
{
	html_put(view->out,
		"<div class=\"card\">\n"
		"<p>No app is waiting for your answer here. The app's request is missing "
		"from the link, was answered already, or has expired.</p>\n"
		"<p>Go back to the app and connect again. The apps that you have allowed "
		"are in your settings.</p>\n"
		"<p class=\"actions\"><a class=\"button plain\" "
		"href=\"/settings/apps\">Connected apps</a></p>\n</div>\n");
}

const struct page page_consent = {
	.path = "/oauth/consent",
	.title = "Connect an app",
	.reads = {{.op = &op_consent_get}},
	.forms = {&form_allow, &form_deny},
	.write = write_consent,
	.lost = write_lost,
	.leads_away = true,
	.narrow = true,
};
