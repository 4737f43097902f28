#include "common/config/config.h"
#include "gateway/web/html.h"
#include "gateway/web/page_writers.h"

void
home_page(struct buffer *out)
{
	const char *base = config()->base_url.data;
	html_begin(out, "A professional network of your own", NULL);
	html_put(out,
		"<p>This is an instance of <strong>Kith</strong>: members say what they look for, "
		"find one another, and work together. It is run by those who host it, and it "
		"speaks to programs and assistants as well as to people.</p>\n"
		"<h2>For assistants</h2>\n"
		"<p>Add this address as a remote tool server (MCP) and give it a personal access "
		"token:</p>\n");
	html_putf(out, "<pre tabindex=\"0\"><code>%s/mcp</code></pre>\n", base);
	html_put(out,
		"<h2>For programs</h2>\n"
		"<p>Everything is JSON over HTTP, under <code>/v1</code>. Sign in, and send "
		"the token that you get with each request:</p>\n");
	html_putf(out,
		"<pre tabindex=\"0\"><code>curl %s/v1/auth/sign-in -H 'Content-Type: application/json' \\\n"
		"     -d '{\"email\": \"you@example.org\", \"password\": \"…\"}'\n"
		"curl %s/v1/me -H 'Authorization: Bearer kith_ses_…'</code></pre>\n",
		base, base);
	html_put(out,
		"<ul>\n<li><a href=\"/docs\">Reference of all operations</a></li>\n"
		"<li><a href=\"/openapi.json\">OpenAPI document</a></li>\n"
		"<li><a href=\"/docs/problems\">What can go wrong, and the cure</a></li>\n"
		"<li><a href=\"/docs/changelog\">What has changed</a></li>\n"
		"<li><a href=\"/health\">Health</a></li>\n</ul>\n");
	html_end(out);
}

void
lost_page(struct buffer *out)
{
	html_begin(out, "There is no such page", NULL);
	html_put(out,
		"<p>The address names nothing here. <a href=\"/\">Start at the front "
		"page</a>, or look into the <a href=\"/docs\">reference</a>.</p>\n");
	html_end(out);
}
