/*
 * home.c - the front page: an introduction for visitors, next steps for members.
 */
#include <string.h>

#include "common/config/config.h"
#include "common/secret/secret.h"
#include "gateway/account/account.h"
#include "gateway/web/html.h"
#include "proto/identity/identity.h"
#include "proto/notifications/notifications.h"
#include "proto/orgs/orgs.h"

/* The order of the page's reads. */
enum {
	SESSION,
	INVITATIONS
};

static const struct form form_accept_own = {
	.path = "/invited/{id}/accept",
	.op = &op_me_org_invitation_accept,
	.button = "Accept",
	.primary = true,
	.done = "/",
	.said = "You have joined the organization.",
};

static const struct form form_decline_own = {
	.path = "/invited/{id}/decline",
	.op = &op_me_org_invitation_decline,
	.button = "Decline",
	.done = "/",
	.said = "You have declined the invitation.",
};

static void
put_address(struct view *view)
{
	html_putf(view->out, "<code class=\"copy\" tabindex=\"0\">%s/mcp</code>\n",
		config()->base_url.data);
}

/* ---- anonymous visitors ---- */

static void
write_landing(struct view *view)
{
	struct buffer *out = view->out;

	html_put(out,
		"<div class=\"hero\">\n"
		"<h1>A professional network of your own</h1>\n"
		"<p class=\"lead\">Members post what they need, find each other, and "
		"work together. Their AI assistants and programs can act for them, with "
		"their permission. This instance belongs to the people who run "
		"it.</p>\n"
		"<p class=\"actions\"><a class=\"button\" href=\"/sign-up\">Create an "
		"account</a> <a class=\"button plain\" href=\"/sign-in\">Sign "
		"in</a></p>\n"
		"</div>\n"
		"<div class=\"cards\">\n"
		"<section class=\"card\"><h2>For you</h2>\n"
		"<p>Publish asks, join organizations, gather people around a project, "
		"and meet at events. You decide who sees your posts.</p></section>\n"
		"<section class=\"card\"><h2>For your assistant</h2>\n"
		"<p>Add this address to your assistant as a remote MCP server:</p>\n");
	put_address(view);
	html_put(out,
		"</section>\n"
		"<section class=\"card\"><h2>For your programs</h2>\n"
		"<p>The API is JSON over HTTP under <code>/v1</code>. The <a "
		"href=\"/docs\">reference</a> documents every operation, and <a "
		"href=\"/openapi.json\">openapi.json</a> is its machine-readable "
		"form.</p>\n"
		"</section>\n"
		"</div>\n");
}

/* ---- members ---- */

/* How to add the MCP server to an assistant. */
struct assistant {
	const char *name;
	const char *where;   /* markup */
	const char *command; /* a command for a terminal, before the address; or NULL */
	const char
		*link; /* a link for its program, before the output of `put`; or NULL */
	const char *label;
	void (*put)(struct buffer *out, const char *address);
};

/* The configuration in a link to VS Code: JSON in percent-encoding. */
static void
put_json(struct buffer *out, const char *address)
{
	html_put_query(out,
		arena_printf(out->arena,
			"{\"name\":\"kith\",\"type\":\"http\",\"url\":\"%s\"}", address));
}

/* The configuration in a link to Cursor: JSON in base64 (RFC 4648, section 4). */
static void
put_base64(struct buffer *out, const char *address)
{
	const char *json = arena_printf(out->arena, "{\"url\":\"%s\"}", address);
	char *text = base64url_encode(out->arena, json, strlen(json));
	static const char *const ends[] = {"", "", "==", "="};

	for (char *at = text; *at != '\0'; at++) {
		if (*at == '-')
			*at = '+';
		else if (*at == '_')
			*at = '/';
	}
	html_put_query(
		out, arena_printf(out->arena, "%s%s", text, ends[strlen(text) % 4]));
}

static const struct assistant assistants[] = {
	{"Claude",
		"<b>Customize</b>, <b>Connectors</b>, <b>+</b>, <b>Add custom "
		"connector</b>. Paste the address, choose <b>Add</b>, then "
		"<b>Connect</b>. In Claude Code:",
		"claude mcp add --transport http kith ", NULL, NULL, NULL},
	{"ChatGPT",
		"<b>Settings</b>, <b>Apps</b>, <b>Advanced settings</b>: switch "
		"<b>Developer mode</b> on, then <b>Create app</b>. Paste the address "
		"as the MCP server URL, and leave OAuth as it is.",
		NULL, NULL, NULL, NULL},
	{"VS Code",
		"Run <b>MCP: Add Server</b> from the command palette, choose "
		"<b>HTTP</b>, and paste the address. Or use this button:",
		NULL, "vscode:mcp/install?", "Add to VS Code", put_json},
	{"Cursor",
		"<b>Settings</b>, <b>Tools &amp; MCP</b>, <b>New MCP Server</b>. Enter "
		"the address as the <code>url</code> of the server. Or use this button:",
		NULL,
		"cursor://anysphere.cursor-deeplink/mcp/install?name=kith&amp;config=",
		"Add to Cursor", put_base64},
};

static void
put_assistant(struct view *view, const struct assistant *assistant, const char *address)
{
	struct buffer *out = view->out;

	html_putf(out, "<div class=\"card\"><h3>%s</h3>\n<p>", assistant->name);
	html_put(out, assistant->where);
	html_put(out, "</p>\n");
	if (assistant->command != NULL)
		html_putf(out, "<code class=\"copy\" tabindex=\"0\">%s</code>\n",
			arena_printf(out->arena, "%s%s", assistant->command, address));
	if (assistant->link != NULL) {
		html_put(out, "<p><a class=\"button plain small\" href=\"");
		html_put(out, assistant->link);
		assistant->put(out, address);
		html_putf(out, "\">%s</a></p>\n", assistant->label);
	}
	html_put(out, "</div>\n");
}

static void
put_assistants(struct view *view)
{
	struct buffer *out = view->out;
	const char *base = config()->base_url.data;
	const char *address = arena_printf(view->arena, "%s/mcp", base);

	html_put(out,
		"<section id=\"assistants\" aria-labelledby=\"assistants-title\">\n"
		"<h2 id=\"assistants-title\">Connect your assistant</h2>\n"
		"<p>Give your assistant this address. It sends you back here, where you "
		"sign in and choose what it may do.</p>\n");
	put_address(view);
	if (strncmp(base, "http://", strlen("http://")) == 0)
		html_put(out,
			"<p class=\"small quiet\">Claude and ChatGPT connect from their "
			"own servers, so they need a public https address. Claude Code, "
			"VS Code and Cursor connect from your computer and can use this "
			"address.</p>\n");
	html_put(out, "<div class=\"cards pairs\">\n");
	for (size_t i = 0; i < COUNT_OF(assistants); i++)
		put_assistant(view, &assistants[i], address);
	html_put(out,
		"</div>\n"
		"<p class=\"small\"><a href=\"/docs/start/assistant\">More about "
		"assistants</a>, including clients that use a token.</p>\n"
		"</section>\n");
}

/* The account is pending or suspended, so the page shows nothing else. */
static void
put_standing(struct view *view, const char *standing)
{
	if (strcmp(standing, "pending") == 0)
		html_put(view->out,
			"<div class=\"notice warn\"><p><strong>Your account is waiting "
			"for approval.</strong> The administrators have been notified, "
			"and you will get an e-mail with their decision. Until then you "
			"can change your settings.</p></div>\n");
	else
		html_put(view->out,
			"<div class=\"notice bad\"><p><strong>Your account is "
			"suspended.</strong> Contact the administrators of this "
			"instance to learn why. You can still download your data in the "
			"<a href=\"/settings/data\">settings</a>.</p></div>\n");
}

static void
put_invitations(struct view *view)
{
	const json_t *items = view_member(view->answers[INVITATIONS], "items");

	if (json_array_size(items) == 0)
		return;
	html_put(view->out, "<h2>You are invited</h2>\n<ul class=\"rows\">\n");
	for (size_t i = 0; i < json_array_size(items); i++) {
		const json_t *item = json_array_get(items, i);

		html_putf(view->out,
			"<li><div class=\"what\"><p><strong>%s</strong></p><p "
			"class=\"quiet\">%s invited you as %s.</p></div><div "
			"class=\"actions\">\n",
			view_text(item, "orgName"), view_text(item, "invitedByName"),
			view_text(item, "role"));
		form_button(view, &form_accept_own, view_text(item, "id"),
			view_text(item, "orgName"));
		form_button(view, &form_decline_own, view_text(item, "id"),
			view_text(item, "orgName"));
		html_put(view->out, "</div></li>\n");
	}
	html_put(view->out, "</ul>\n");
}

/* The next steps, the most urgent first. */
static void
put_next(struct view *view, const json_t *account)
{
	const int64_t unread = view->unread > 0 ? view->unread : 0;

	html_put(view->out, "<div class=\"cards\">\n");
	if (!json_is_true(json_object_get(view->answers[SESSION], "secondFactor")))
		html_put(view->out,
			"<div class=\"card\"><h3>Protect your account</h3><p>With a "
			"second factor, a stolen password is not enough to sign "
			"in.</p><p><a href=\"/settings/two-factor\">Set it "
			"up</a></p></div>\n");
	html_put(view->out,
		"<div class=\"card\"><h3>Use the API</h3><p>A token lets your own "
		"program act for you.</p><p><a href=\"/settings/tokens\">Create a "
		"token</a></p></div>\n");
	html_putf(view->out,
		unread == 1 ? "<div class=\"card\"><h3>%s unread notification</h3>\n"
			    : "<div class=\"card\"><h3>%s unread notifications</h3>\n",
		unread == 0 ? "No"
			    : arena_printf(view->arena, "%lld", (long long)unread));
	html_put(view->out,
		"<p>Ask your assistant to read them, or get the ones that you choose by "
		"e-mail.</p><p><a href=\"/settings/notifications\">Choose your "
		"e-mails</a></p></div>\n");
	if (strcmp(view_text(account, "role"), "admin") == 0)
		html_put(view->out,
			"<div class=\"card\"><h3>Administer</h3><p>Approve new members, "
			"handle reports, and check that e-mail is sent.</p><p><a "
			"href=\"/admin\">Open the administration</a></p></div>\n");
	html_put(view->out, "</div>\n");
}

static void
write_home(struct view *view)
{
	const json_t *account = view_member(view->answers[SESSION], "account");
	const char *standing = view_text(account, "membershipStatus");

	if (account == NULL) {
		write_landing(view);
		return;
	}
	html_putf(view->out, "<h1>Hello, %s</h1>\n", view_text(account, "name"));
	if (strcmp(standing, "active") != 0) {
		put_standing(view, standing);
		return;
	}
	put_invitations(view);
	put_next(view, account);
	put_assistants(view);
}

const struct page page_home = {
	.path = "/",
	.title = "Home",
	.reads = {[SESSION] = {.op = &op_session_get},
		[INVITATIONS] = {.op = &op_me_org_invitation_list}},
	.forms = {&form_accept_own, &form_decline_own},
	.write = write_home,
	.open = true,
	.titled = true,
};
