/*
 * home.c - the front page: what this is, to strangers; what comes next, to members.
 */
#include <string.h>

#include "common/config/config.h"
#include "gateway/account/account.h"
#include "gateway/web/html.h"
#include "proto/identity/identity.h"

static void
write_landing(struct view *view)
{
	struct buffer *out = view->out;

	html_put(out,
		"<p class=\"lead\">Members say what they look for, find one another, and work "
		"together. This instance belongs to those who run it, and it speaks to assistants "
		"and programs as well as to people.</p>\n"
		"<p class=\"actions\"><a class=\"button\" href=\"/sign-up\">Create an account</a> "
		"<a class=\"button plain\" href=\"/sign-in\">Sign in</a></p>\n"
		"<h2>For your assistant</h2>\n"
		"<p>Add this address as a remote tool server (MCP):</p>\n");
	html_putf(out, "<code class=\"copy\">%s/mcp</code>\n", config()->base_url.data);
	html_put(out,
		"<h2>For your programs</h2>\n"
		"<p>Everything is JSON over HTTP, under <code>/v1</code>. The "
		"<a href=\"/docs\">reference</a> shows every operation, and "
		"<a href=\"/openapi.json\">openapi.json</a> describes it to tools.</p>\n");
}

static void
write_home(struct view *view)
{
	if (view->answers[0] == NULL)
		write_landing(view);
	else
		html_putf(view->out, "<p class=\"lead\">You are signed in as %s.</p>\n",
			view_text(view->answers[0], "account.email"));
}

const struct page page_home = {
	.path = "/",
	.title = "A professional network of your own",
	.reads = {{.op = &op_session_get}},
	.write = write_home,
	.open = true,
};
