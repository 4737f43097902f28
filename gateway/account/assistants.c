/*
 * assistants.c - how to connect an assistant.
 */
#include <string.h>

#include "common/config/config.h"
#include "common/secret/secret.h"
#include "gateway/account/account.h"
#include "gateway/web/html.h"
#include "proto/identity/identity.h"

static void
put_address(struct view *view)
{
	html_putf(view->out, "<code class=\"copy\" tabindex=\"0\">%s/mcp</code>\n",
		config()->base_url.data);
}

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

	html_putf(out, "<div class=\"card\"><h2>%s</h2>\n<p>", assistant->name);
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
write_assistants(struct view *view)
{
	struct buffer *out = view->out;
	const char *base = config()->base_url.data;
	const char *address = arena_printf(view->arena, "%s/mcp", base);

	html_put(out,
		"<section id=\"assistants\">\n"
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

const struct page page_assistants = {
	.path = "/settings/assistants",
	.title = "Connect your assistant",
	.reads = {{.op = &op_session_get}},
	.write = write_assistants,
	.menu = "Assistants",
};
