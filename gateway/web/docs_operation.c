
#include "gateway/reference/op_problems.h"
#include "gateway/reference/schema.h"
#include "gateway/rest/rest.h"
#include "gateway/web/html.h"
#include "gateway/web/page_writers.h"

/* Where a field is sent. */
static const char *
place_of(const struct op *op, const struct field *field)
{
	if (op_in_path(op, field))
		return "path";
	return op_takes_body(op) ? "body" : "query";
}

static void
put_inputs(struct buffer *out, const struct op *op)
{
	if (op->input == NULL)
		return;
	html_put(out,
		"<h4>Input</h4>\n<div class=\"scroll\"><table>\n<thead><tr>"
		"<th scope=\"col\">Name</th><th scope=\"col\">In</th>"
		"<th scope=\"col\">Value</th><th scope=\"col\">Meaning</th></tr></thead>\n"
		"<tbody>\n");
	for (size_t i = 0; i < op->input->count; i++) {
		const struct field *field = &op->input->fields[i];
		html_putf(out, "<tr><td><code>%s</code>%s</td><td>%s</td><td>",
			field->body_name != NULL ? field->body_name : field->name,
			field->required ? " *" : "", place_of(op, field));
		docs_type(out, field);
		if (field->fallback != NULL)
			html_putf(out, "; default <code>%s</code>", field->fallback);
		html_putf(out, "</td><td>%s</td></tr>\n", field->doc);
	}
	html_put(out, "</tbody></table></div>\n");
}

static void
put_fields(struct buffer *out, const struct record *record)
{
	html_put(out,
		"<div class=\"scroll\"><table>\n<thead><tr><th scope=\"col\">Name</th>"
		"<th scope=\"col\">Value</th><th scope=\"col\">Meaning</th></tr></thead>\n"
		"<tbody>\n");
	for (size_t i = 0; i < record->count; i++) {
		html_putf(
			out, "<tr><td><code>%s</code></td><td>", record->fields[i].name);
		docs_type(out, &record->fields[i]);
		html_putf(out, "</td><td>%s</td></tr>\n", record->fields[i].doc);
	}
	html_put(out, "</tbody></table></div>\n");
}

static void
put_answer(struct buffer *out, const struct op *op)
{
	html_put(out, "<h4>Answer</h4>\n");
	switch (op->shape) {
	case SHAPE_NONE:
		html_put(out, "<p>204 without a body.</p>\n");
		return;
	case SHAPE_RECORD:
	case SHAPE_PARTS:
		html_putf(out, "<p>%s <strong>%s</strong>.</p>\n",
			op->accepted ? "202 with a" : "200 with a record",
			op->output->name);
		break;
	case SHAPE_PAGE:
		html_putf(out,
			"<p>200 with a page: <code>items</code> of <strong>%s</strong> and "
			"<code>nextCursor</code>.</p>\n",
			op->output->name);
		break;
	case SHAPE_ARRAY:
		html_putf(out,
			"<p>200 with an array of <strong>%s</strong>; the next page is in the "
			"<code>Link</code> header.</p>\n",
			op->output->name);
		break;
	}
	put_fields(out, op->output);
}

static void
put_problems(struct buffer *out, const struct op *op)
{
	bool set[PROBLEM_COUNT];
	op_problems(op, set);
	bool first = true;
	html_put(out, "<h4>Problems</h4>\n<p>");
	for (size_t i = 1; i < PROBLEM_COUNT; i++) {
		if (!set[i])
			continue;
		html_putf(out, "%s<a href=\"/docs/problems/%s\"><code>%s</code></a>",
			first ? "" : ", ", problems[i].code, problems[i].code);
		first = false;
	}
	html_put(out, "</p>\n");
}

/* Who may call it, in a sentence. */
static void
put_guard(struct buffer *out, const struct op *op)
{
	static const char *const sentences[] = {
		[GUARD_UNSAID] = "",
		[GUARD_PUBLIC] = "Anybody may call it.",
		[GUARD_ACCOUNT] = "For whoever has an account, whatever its state.",
		[GUARD_MEMBER] = "For active members.",
		[GUARD_ADMIN] = "For platform administrators.",
		[GUARD_INTERNAL] = "",
	};
	html_putf(out, "<p class=\"quiet\">%s", sentences[op->guard]);
	const char *separator = " Scope: ";
	for (size_t i = 0; i < SCOPE_KINDS; i++) {
		if ((op->scopes & scope_infos[i].bit) == 0)
			continue;
		html_putf(out, "%s<code>%s</code>", separator, scope_infos[i].name);
		separator = " or ";
	}
	if (op->tool.name != NULL)
		html_putf(out, " Tool: <code>%s</code>.", op->tool.name);
	html_put(out, "</p>\n");
}

void
docs_operation(struct buffer *out, const struct op *op)
{
	html_putf(out,
		"<section aria-labelledby=\"%s\">\n<h3 id=\"%s\">%s</h3>\n"
		"<p><code><span class=\"method\">%s</span> %s</code></p>\n",
		op->name, op->name, op->summary, method_names[op->method], op->path);
	html_prose(out, op->doc);
	put_guard(out, op);
	if (op->deprecated != NULL)
		html_put(out, "<p><strong>Deprecated.</strong></p>\n");
	put_inputs(out, op);
	put_answer(out, op);
	put_problems(out, op);
	html_put(out, "</section>\n");
}
