/*
 * landing.c - the front page for visitors.
 */
#include "common/config/config.h"
#include "gateway/pages/home/inside.h"
#include "gateway/web/html.h"

void
landing_put(struct view *view)
{
	struct buffer *out = view->out;

	html_put(out,
		"<div class=\"hero\">\n"
		"<h1>A professional network of your own</h1>\n"
		"<p class=\"lead\">Members publish asks: a cofounder, an investor, a "
		"first customer, a room. Other members help, and they meet. AI "
		"assistants and programs can act for members, with their "
		"permission.</p>\n"
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
	html_putf(out, "<code class=\"copy\" tabindex=\"0\">%s/mcp</code>\n",
		config()->base_url.data);
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
