#include "gateway/reference/schema.h"
#include "gateway/web/asset.h"
#include "gateway/web/html.h"
#include "gateway/web/page_writers.h"

#define RECORDS_MAX 128

/* ---- the overview ---- */

/* Each item has the anchor of its operation, so that /docs#post_create leads to the
 * link to its section. */
static void
put_operations(struct buffer *out, const struct resource *resource)
{
	html_put(out, "<ul class=\"operations\">\n");
	for (size_t i = 0; i < op_count; i++) {
		const struct op *op = ops[i];

		if (!resource_shows(op) || resource_of(op) != resource)
			continue;
		html_putf(out,
			"<li id=\"%s\"><a href=\"/docs/%s#%s\">%s</a> "
			"<code><span class=\"method\">%s</span> %s</code></li>\n",
			op->name, resource->name, op->name, op->summary,
			method_names[op->method], op->path);
	}
	html_put(out, "</ul>\n");
}

static void
put_conventions(struct buffer *out)
{
	html_put(out,
		"<h2 id=\"conventions\">Conventions</h2>\n"
		"<ul>\n"
		"<li>Send <code>Authorization: Bearer …</code> with a session or a "
		"personal access token. A browser may sign in with a cookie "
		"instead.</li>\n"
		"<li>Bodies are JSON in UTF-8. Unknown fields and parameters are "
		"refused, so that a misspelled name does not go unnoticed.</li>\n"
		"<li><code>PATCH</code> takes a merge patch: omitted fields do not "
		"change, and <code>null</code> clears a field.</li>\n"
		"<li>Lists take <code>limit</code> and <code>cursor</code>. "
		"<code>nextCursor</code> is null on the last page.</li>\n"
		"<li>A <code>POST</code> with an <code>Idempotency-Key</code> can be "
		"repeated safely for 24 hours.</li>\n"
		"<li>Single records have an <code>ETag</code>. "
		"<code>If-None-Match</code> avoids the transfer of an unchanged record, "
		"and <code>If-Match</code> prevents lost updates.</li>\n"
		"<li>Every refusal is a <a href=\"/docs/problems\">problem "
		"document</a>. <code>X-Request-Id</code> identifies each "
		"request.</li>\n"
		"</ul>\n");
}

void
docs_page(struct buffer *out)
{
	html_begin(out, "Reference");
	html_put(out,
		"<p>Every operation of this instance, generated from the tables that "
		"serve it. Programs can read <a "
		"href=\"/openapi.json\">openapi.json</a>, and you can <a "
		"href=\"/docs/try\">try each call</a> in the browser.</p>\n"
		"<div class=\"cards pairs\">\n");
	for (size_t i = 0; i < guide_count; i++)
		html_putf(out, "<a class=\"card\" href=\"%s\"><strong>%s</strong></a>\n",
			guides[i].path, guides[i].title);
	html_put(out, "</div>\n");
	put_conventions(out);
	for (size_t i = 0; i < resource_count; i++) {
		const struct resource *resource = &resources[i];

		if (!resource_is_used(resource))
			continue;
		html_putf(out,
			"<h2 id=\"%s\"><a href=\"/docs/%s\">%s</a></h2>\n<p>%s</p>\n",
			resource->name, resource->name, resource->title, resource->doc);
		put_operations(out, resource);
	}
	html_end(out);
}

/* ---- a resource ---- */

/* The records on a page, each once. */
struct shown {
	const struct record *records[RECORDS_MAX];
	size_t count;
};

/* Adds a record and the records in it. */
static void
show(struct shown *shown, const struct record *record)
{
	for (size_t i = 0; i < shown->count; i++)
		if (shown->records[i] == record)
			return;
	if (shown->count == RECORDS_MAX)
		return;
	shown->records[shown->count++] = record;
	for (size_t i = 0; i < record->count; i++)
		if (record->fields[i].record != NULL)
			show(shown, record->fields[i].record);
}

static void
put_records(struct buffer *out, const struct shown *shown)
{
	if (shown->count > 0)
		html_put(out, "<h2 id=\"records\">Records</h2>\n");
	for (size_t i = 0; i < shown->count; i++) {
		const char *name = schema_name(out->arena, shown->records[i]);

		html_putf(out,
			"<section aria-labelledby=\"%s\">\n<h3 id=\"%s\">%s</h3>\n", name,
			name, name);
		html_prose(out, shown->records[i]->doc);
		docs_fields(out, shown->records[i], NULL);
		html_put(out, "</section>\n");
	}
}

/* Links to the other pages. */
static void
put_resources(struct buffer *out, const struct resource *here)
{
	html_put(out,
		"<nav class=\"resources\" aria-label=\"Resources\"><a "
		"href=\"/docs\">Overview</a>");
	for (size_t i = 0; i < resource_count; i++) {
		if (!resource_is_used(&resources[i]))
			continue;
		html_putf(out,
			&resources[i] == here
				? " <a href=\"/docs/%s\" aria-current=\"page\">%s</a>"
				: " <a href=\"/docs/%s\">%s</a>",
			resources[i].name, resources[i].title);
	}
	html_put(out, "</nav>\n");
}

void
docs_resource_page(struct buffer *out, const struct resource *resource)
{
	struct shown shown = {.count = 0};

	html_begin(out, resource->title);
	put_resources(out, resource);
	html_putf(out, "<p>%s</p>\n<ul>\n", resource->doc);
	for (size_t i = 0; i < op_count; i++) {
		if (!resource_shows(ops[i]) || resource_of(ops[i]) != resource)
			continue;
		html_putf(out, "<li><a href=\"#%s\">%s</a></li>\n", ops[i]->name,
			ops[i]->summary);
		if (ops[i]->output != NULL)
			show(&shown, ops[i]->output);
	}
	html_put(out, "</ul>\n");
	for (size_t i = 0; i < op_count; i++)
		if (resource_shows(ops[i]) && resource_of(ops[i]) == resource)
			docs_operation(out, ops[i]);
	put_records(out, &shown);
	html_end(out);
}
