#include "common/json/json.h"
#include "gateway/reference/example.h"
#include "gateway/reference/op_problems.h"
#include "gateway/reference/schema.h"
#include "gateway/web/html.h"
#include "gateway/web/page_writers.h"

/* A collapsible example of compact JSON. */
static void
put_example(struct buffer *out, const char *title, const struct buffer *json)
{
	struct buffer pretty = {.arena = out->arena};

	json_pretty(&pretty, json->data, json->size);
	buffer_append(&pretty, "", 1);
	html_putf(out,
		"<details><summary>%s</summary>\n<pre "
		"tabindex=\"0\"><code>%s</code></pre></details>\n",
		title, (const char *)pretty.data);
}

static void
put_input(struct buffer *out, const struct op *op)
{
	struct buffer example = {.arena = out->arena};

	if (op->input == NULL)
		return;
	html_put(out, "<h3>Input</h3>\n");
	docs_fields(out, op->input, op);
	for (size_t i = 0; i < op->input->count; i++) {
		const struct record *nested = op->input->fields[i].record;

		if (nested == NULL)
			continue;
		html_putf(out, "<p>In <code>%s</code>:</p>\n", op->input->fields[i].name);
		docs_fields(out, nested, NULL);
	}
	if (schema_has_body(op)) {
		example_of_body(&example, op);
		put_example(out, "Example of the body", &example);
	}
}

/* The answer, with a link to its record. */
static void
put_answer(struct buffer *out, const struct op *op)
{
	static const char *const sentences[] = {
		[SHAPE_RECORD] = "<p>%s with <a href=\"#%s\">%s</a>.</p>\n",
		[SHAPE_CHUNKED] = "<p>%s with <a href=\"#%s\">%s</a>.</p>\n",
		[SHAPE_PAGE] = "<p>%s with a page: <code>items</code> of <a "
			       "href=\"#%s\">%s</a> and <code>nextCursor</code>.</p>\n",
		[SHAPE_ARRAY] =
			"<p>%s with an array of <a href=\"#%s\">%s</a>; the next page "
			"is in the <code>Link</code> header.</p>\n",
		[SHAPE_FILE] = "",
		[SHAPE_NONE] = "",
	};
	struct buffer example = {.arena = out->arena};
	const char *name;

	html_put(out, "<h3>Answer</h3>\n");
	if (op->shape == SHAPE_NONE) {
		html_put(out, "<p>204, without a body.</p>\n");
		return;
	}
	if (op->shape == SHAPE_FILE) {
		html_putf(out, "<p>200 with a file of the type <code>%s</code>.</p>\n",
			op->answer.file_type);
		return;
	}
	name = schema_name(out->arena, op->output);
	html_putf(out, sentences[op->shape], op->answer.accepted ? "202" : "200", name,
		name);
	example_of_answer(&example, op);
	put_example(out, "Example of the answer", &example);
}

static void
put_problems(struct buffer *out, const struct op *op)
{
	bool set[PROBLEM_COUNT];
	const char *separator = "";

	op_problems(op, set);
	html_put(out, "<h3>Problems</h3>\n<p>");
	for (size_t i = 1; i < PROBLEM_COUNT; i++) {
		if (!set[i])
			continue;
		html_putf(out, "%s<a href=\"/docs/problems/%s\"><code>%s</code></a>",
			separator, problems[i].code, problems[i].code);
		separator = ", ";
	}
	html_put(out, "</p>\n");
}

/* Who may call it, in a sentence. */
static void
put_guard(struct buffer *out, const struct op *op)
{
	static const char *const sentences[] = {
		[GUARD_UNSET] = "",
		[GUARD_PUBLIC] = "Anybody may call this.",
		[GUARD_ACCOUNT] = "For every account, even a pending or suspended one.",
		[GUARD_MEMBER] = "For active members.",
		[GUARD_ADMIN] = "For platform administrators.",
		[GUARD_SESSION] = "",
		[GUARD_INTERNAL] = "",
	};
	const char *separator = " Scope: ";

	html_putf(out, "<p class=\"quiet\">%s", sentences[op->guard]);
	for (size_t i = 0; i < SCOPE_KINDS; i++) {
		if ((op->scopes & scope_infos[i].bit) == 0)
			continue;
		html_putf(out, "%s<code>%s</code>", separator, scope_infos[i].name);
		separator = " or ";
	}
	if (op->scopes != 0)
		html_put(out, ".");
	if (op->with != WITH_ANY)
		html_putf(out, " %s", with_sentences[op->with]);
	if (op->tool.name != NULL)
		html_putf(out, " Tool: <code>%s</code>.", op->tool.name);
	html_put(out, "</p>\n");
}

void
docs_operation(struct buffer *out, const struct op *op)
{
	html_putf(out,
		"<section aria-labelledby=\"%s\">\n<h2 id=\"%s\">%s</h2>\n"
		"<p class=\"route\"><code><span class=\"method\">%s</span> "
		"%s</code></p>\n",
		op->name, op->name, op->summary, method_names[op->method], op->path);
	html_prose(out, op->doc);
	put_guard(out, op);
	if (op->retired.deprecated != NULL)
		html_put(out, "<p><strong>Deprecated.</strong></p>\n");
	put_input(out, op);
	put_answer(out, op);
	put_problems(out, op);
	html_put(out, "</section>\n");
}
