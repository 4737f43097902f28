/*
 * tool_pages.c - the page of tools with their scopes, and llms.txt.
 */
#include <stdlib.h>
#include <string.h>

#include "common/config/config.h"
#include "gateway/reference/resource.h"
#include "gateway/web/html.h"
#include "gateway/web/page_writers.h"

#define TOOLS_MAX 256

/* ---- tools ---- */

static int
by_rank(const void *a, const void *b)
{
	const struct tool *left = &(*(const struct op *const *)a)->tool;
	const struct tool *right = &(*(const struct op *const *)b)->tool;

	if (left->rank != right->rank)
		return left->rank < right->rank ? -1 : 1;
	return strcmp(left->name, right->name);
}

/* Lists the tools, most used first; answers their number. */
static size_t
tools(const struct op *list[TOOLS_MAX])
{
	size_t count = 0;

	for (size_t i = 0; i < op_count && count < TOOLS_MAX; i++) {
		if (ops[i]->tool.name != NULL)
			list[count++] = ops[i];
	}
	qsort(list, count, sizeof(const struct op *), by_rank);
	return count;
}

static void
put_scopes(struct buffer *out, const struct op *op)
{
	const char *separator = "";

	for (size_t i = 0; i < SCOPE_KINDS; i++) {
		if ((op->scopes & scope_infos[i].bit) == 0)
			continue;
		html_putf(out, "%s<code>%s</code>", separator, scope_infos[i].name);
		separator = " or ";
	}
}

void
tools_page(struct buffer *out)
{
	const struct op *list[TOOLS_MAX];
	const size_t count = tools(list);

	html_begin(out, "Tools");
	html_putf(out,
		"<p>The tools that an assistant can call here. The MCP server is at "
		"<code>%s/mcp</code>. It lists a tool only if the token has one of the "
		"tool's scopes.</p>\n",
		config()->base_url.data);
	html_put(out,
		"<div class=\"scroll\" role=\"region\" aria-label=\"All tools\" "
		"tabindex=\"0\"><table class=\"stack\"><thead><tr><th "
		"scope=\"col\">Tool</th><th scope=\"col\">What it does</th><th "
		"scope=\"col\">Scope</th></tr></thead><tbody>\n");
	for (size_t i = 0; i < count; i++) {
		const struct op *op = list[i];

		html_put(out, "<tr><td>");
		if (resource_shows(op))
			html_putf(out, "<a href=\"/docs/%s#%s\"><code>%s</code></a>",
				resource_of(op)->name, op->name, op->tool.name);
		else
			html_putf(out, "<code>%s</code>", op->tool.name);
		html_putf(out, "</td><td class=\"wide\"><b>%s.</b> ", op->tool.title);
		html_inline(out, op->tool.doc != NULL ? op->tool.doc : op->doc);
		html_put(out, "</td><td>");
		put_scopes(out, op);
		html_put(out, "</td></tr>\n");
	}
	html_put(out, "</tbody></table></div>\n<h2>Scopes</h2>\n<dl class=\"fields\">\n");
	for (size_t i = 0; i < SCOPE_KINDS; i++)
		html_putf(out, "<div><dt><code>%s</code></dt><dd>%s.</dd></div>\n",
			scope_infos[i].name, scope_infos[i].sentence);
	html_put(out, "</dl>\n");
	html_end(out);
}

/* ---- for language models (llmstxt.org) ---- */

void
llms_text(struct buffer *out)
{
	const char *base = config()->base_url.data;

	html_put(out,
		arena_printf(out->arena,
			"# Kith\n\n"
			"> A self-hosted professional network: members post what they "
			"need, find each other, and work together.\n\n"
			"The MCP server is at %s/mcp. The REST API is JSON over HTTP "
			"under %s/v1, with a bearer token.\n\n"
			"## Getting started\n\n"
			"- [As a REST client](%s/docs/start/rest): a token, and the "
			"first calls\n"
			"- [With an assistant](%s/docs/start/assistant): connecting a "
			"client of the MCP server\n"
			"- [As an operator](%s/docs/start/operator): running an "
			"instance\n"
			"- [As an administrator](%s/docs/start/admin): approvals, "
			"reports and e-mail\n\n"
			"## Reference\n\n"
			"- [OpenAPI document](%s/openapi.json): every operation, field "
			"and bound\n"
			"- [Tools](%s/docs/tools): what each tool does, and its "
			"scopes\n"
			"- [Problems](%s/docs/problems): each error code, and how to "
			"handle it\n"
			"- [Limits](%s/docs/limits): rates, daily quotas and sizes\n"
			"- [Changes](%s/docs/changelog): by feature level\n",
			base, base, base, base, base, base, base, base, base, base,
			base));
	for (size_t i = 0; i < resource_count; i++) {
		if (resource_is_used(&resources[i]))
			html_put(out,
				arena_printf(out->arena, "- [%s](%s/docs/%s): %s\n",
					resources[i].title, base, resources[i].name,
					resources[i].doc));
	}
}
