#include "gateway/reference/openapi.h"
#include "gateway/web/html.h"
#include "gateway/web/page_writers.h"

static bool
shown(const struct op *op, int service)
{
	return op->method != METHOD_NONE && op->guard != GUARD_INTERNAL &&
		(int)op->service == service;
}

static bool
has_any(int service)
{
	for (size_t i = 0; i < op_count; i++)
		if (shown(ops[i], service))
			return true;
	return false;
}

static void
put_contents(struct buffer *out)
{
	html_put(out, "<nav aria-label=\"Operations\">\n<ul>\n");
	for (size_t i = 0; i < op_count; i++)
		if (shown(ops[i], (int)ops[i]->service))
			html_putf(out,
				"<li><a href=\"#%s\">%s</a> <span class=\"quiet\"><code>%s %s"
				"</code></span></li>\n",
				ops[i]->name, ops[i]->summary,
				method_names[ops[i]->method], ops[i]->path);
	html_put(out, "</ul>\n</nav>\n");
}

static void
put_conventions(struct buffer *out)
{
	html_put(out,
		"<h2>Conventions</h2>\n<ul>\n"
		"<li>Send <code>Authorization: Bearer …</code> with a session or a personal access "
		"token; a browser may sign in with a cookie instead.</li>\n"
		"<li>Bodies are JSON in UTF-8. Unknown fields and parameters are refused, so that a "
		"misspelt one cannot pass in silence.</li>\n"
		"<li><code>PATCH</code> is a merge patch: what is left out stays, <code>null</code> "
		"clears.</li>\n"
		"<li>Lists take <code>limit</code> and <code>cursor</code>; <code>nextCursor</code> "
		"is null on the last page.</li>\n"
		"<li>A <code>POST</code> with an <code>Idempotency-Key</code> can be repeated "
		"safely for 24 hours.</li>\n"
		"<li>Single records carry an <code>ETag</code>: <code>If-None-Match</code> saves "
		"the transfer, <code>If-Match</code> guards a change.</li>\n"
		"<li>Refusals are <a href=\"/docs/problems\">problem documents</a>; "
		"<code>X-Request-Id</code> names every request.</li>\n</ul>\n");
}

void
docs_page(struct buffer *out)
{
	html_begin(out, "Reference", NULL);
	html_put(out,
		"<p>Every operation of this instance, printed from the same tables that "
		"serve it. The same as a document: <a href=\"/openapi.json\">openapi.json"
		"</a>.</p>\n");
	put_contents(out);
	put_conventions(out);
	for (int service = 0; service < SERVICE_COUNT; service++) {
		if (!has_any(service))
			continue;
		const char *tag = openapi_tag((enum service_name)service);
		html_putf(out, "<h2 id=\"%s\">%s</h2>\n<p>%s</p>\n", tag, tag,
			openapi_tag_doc((enum service_name)service));
		for (size_t i = 0; i < op_count; i++)
			if (shown(ops[i], service))
				docs_operation(out, ops[i]);
	}
	html_end(out);
}
