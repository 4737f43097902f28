/*
 * viewer_page.c - the reference as a program of the browser, which can try calls.
 */
#include "gateway/web/asset.h"
#include "gateway/web/html.h"
#include "gateway/web/page_writers.h"

void
viewer_page(struct buffer *out)
{
	html_open(out, "Try the API", "");
	html_docs_bar(out);
	html_main(out);
	html_put(out,
		"<h1>Try the API</h1>\n"
		"<p>Choose <b>Authorize</b> and paste a <a "
		"href=\"/settings/tokens\">token</a>. Calls are real: they read and "
		"change the data of this instance.</p>\n");
	if (!asset_has_viewer()) {
		html_put(out,
			"<div class=\"notice warn\"><p>This gateway was built without "
			"the viewer. The <a href=\"/docs\">reference</a> has the same "
			"content.</p></div>\n");
		html_close(out);
		return;
	}
	html_put(out,
		"<link rel=\"stylesheet\" href=\"/assets/swagger-ui.css\">\n"
		"<noscript><div class=\"notice\"><p>This page needs JavaScript. The <a "
		"href=\"/docs\">reference</a> works without it.</p></div></noscript>\n"
		"<div id=\"viewer\" class=\"viewer\"></div>\n"
		"<script src=\"/assets/swagger-ui-bundle.js\" defer></script>\n"
		"<script src=\"/assets/viewer.js\" defer></script>\n");
	html_close(out);
}
