#include <string.h>

#include "gateway/reference/op_problems.h"
#include "gateway/web/html.h"
#include "gateway/web/page_writers.h"
#include "proto/changelog.h"

void
problem_list_page(struct buffer *out)
{
	html_begin(out, "Problems");
	html_put(out,
		"<p>A refused request is answered with a problem document (RFC 9457). "
		"Its <code>code</code> is one of these, and the meaning of a code never "
		"changes.</p>\n"
		"<div class=\"scroll\" role=\"region\" aria-label=\"All problems\" "
		"tabindex=\"0\">\n"
		"<table class=\"stack\">\n"
		"<thead><tr><th scope=\"col\">Code</th><th scope=\"col\">Status</th><th "
		"scope=\"col\">Meaning</th></tr></thead>\n"
		"<tbody>\n");
	for (size_t i = 1; i < PROBLEM_COUNT; i++) {
		const char *status = arena_printf(out->arena, "%d", problems[i].status);

		html_putf(out,
			"<tr><td><a "
			"href=\"/docs/problems/%s\"><code>%s</code></a></td><td>%s</td>"
			"<td class=\"wide\">%s</td></tr>\n",
			problems[i].code, problems[i].code, status, problems[i].title);
	}
	html_put(out, "</tbody></table></div>\n");
	html_end(out);
}

/* Lists the operations that can answer with a problem. */
static void
put_operations(struct buffer *out, enum problem problem)
{
	html_put(out, "<h2>Where it occurs</h2>\n<ul class=\"operations columns\">\n");
	for (size_t i = 0; i < op_count; i++) {
		bool set[PROBLEM_COUNT];

		if (!resource_shows(ops[i]))
			continue;
		op_problems(ops[i], set);
		if (set[problem])
			html_putf(out,
				"<li><a href=\"/docs/%s#%s\"><code>%s "
				"%s</code></a></li>\n",
				resource_of(ops[i])->name, ops[i]->name,
				method_names[ops[i]->method], ops[i]->path);
	}
	html_put(out, "</ul>\n");
}

void
problem_page(struct buffer *out, enum problem problem)
{
	const struct problem_info *info = &problems[problem];

	html_begin(out, info->title);
	html_putf(out, "<p class=\"quiet\"><code>%s</code>, HTTP status %s</p>\n",
		info->code, arena_printf(out->arena, "%d", info->status));
	html_prose(out, info->explanation);
	put_operations(out, problem);
	html_put(out, "<p><a href=\"/docs/problems\">All problems</a></p>\n");
	html_end(out);
}

/* The lines of a level, one list for each area. */
static void
put_change(struct buffer *out, const struct change *change)
{
	html_putf(out, "<h2>Level %s <span class=\"quiet\">%s</span></h2>\n",
		arena_printf(out->arena, "%d", change->level), change->date);
	for (const struct change_line *line = change->lines; line->area != NULL; line++) {
		if (change_begins_area(change, line)) {
			if (line != change->lines)
				html_put(out, "</ul>\n");
			html_putf(out, "<h3>%s</h3>\n<ul>\n", line->area);
		}
		html_put(out, "<li>");
		html_inline(out, line->text);
		html_put(out, "</li>\n");
	}
	html_put(out, "</ul>\n");
}

void
changelog_page(struct buffer *out)
{
	html_begin(out, "Changes");
	html_put(out,
		"<p>Each change of the contract has a feature level. Nothing is removed "
		"within <code>/v1</code>. The <a href=\"/docs\">reference</a> "
		"describes the latest level.</p>\n");
	for (size_t i = 0; i < changelog_count; i++)
		put_change(out, &changelog[i]);
	html_end(out);
}

void
lost_page(struct buffer *out)
{
	html_open(out, "There is no such page", "narrow");
	html_main(out);
	html_put(out,
		"<h1>There is no such page</h1>\n"
		"<div class=\"card\">\n"
		"<p>Nothing has this address. Check that you have copied the whole "
		"link.</p>\n"
		"<p class=\"actions\"><a class=\"button\" href=\"/\">Go to the front "
		"page</a> <a class=\"button plain\" href=\"/docs\">Go to the "
		"reference</a></p>\n"
		"</div>\n");
	html_close(out);
}
