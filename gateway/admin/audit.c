/*
 * audit.c - who did what to whom, and when.
 */
#include <string.h>

#include "gateway/admin/admin.h"
#include "gateway/web/html.h"
#include "proto/audit.h"
#include "proto/identity/admin.h"

#define ACTIONS_MAX 128

/* The page's choices are those of the contract. */
static const struct choice *
action_choices(struct arena *arena)
{
	struct choice *choices = arena_array(arena, ACTIONS_MAX + 2, sizeof(*choices));
	size_t count = 0;

	choices[count++] = (struct choice){"", "Everything", NULL};
	for (size_t i = 0; audit_values[i] != NULL && count <= ACTIONS_MAX; i++)
		choices[count++] =
			(struct choice){audit_values[i], audit_values[i], NULL};
	return choices;
}

/* "reason: …" of the details. */
static void
put_detail(struct view *view, const json_t *detail)
{
	const char *name;
	json_t *value;

	json_object_foreach((json_t *)(uintptr_t)detail, name, value)
	{
		html_putf(view->out, "<div><span class=\"quiet\">%s</span> %s</div>",
			name, json_string_value(value));
	}
}

static void
put_entry(struct view *view, const json_t *entry)
{
	struct buffer *out = view->out;
	const char *actor = view_text(entry, "actor.name");

	html_put(out, "<tr><td>");
	html_time(out, view_text(entry, "at"));
	html_putf(out,
		"</td><td>%s</td><td><code>%s</code></td><td>%s<div class=\"small quiet\">%s"
		"</div></td><td>",
		actor[0] != '\0' ? actor : "\u2013", view_text(entry, "action"),
		view_text(entry, "subject.type"), view_text(entry, "subject.id"));
	put_detail(view, json_object_get(entry, "detail"));
	html_putf(out, "</td><td>%s</td></tr>\n", view_text(entry, "credential"));
}

static void
write_audit(struct view *view)
{
	const json_t *items = view_member(view->answers[0], "items");
	const struct control filters[] = {
		{.name = "actor",
			.kind = CONTROL_LINE,
			.label = "Who (a handle or an id)"},
		{.name = "action",
			.kind = CONTROL_CHOICE,
			.label = "What",
			.choices = action_choices(view->arena)},
	};

	form_filters(view, &op_admin_audit_list, filters, COUNT_OF(filters));
	if (json_array_size(items) == 0) {
		html_put(view->out,
			"<div class=\"empty\"><p>Nothing of this kind was done.</p></div>\n");
		return;
	}
	html_put(view->out,
		"<div class=\"scroll log\" role=\"region\" aria-label=\"The audit log\" tabindex=\"0\">"
		"<table><thead><tr><th scope=\"col\">When</th><th scope=\"col\">Who</th>"
		"<th scope=\"col\">What</th><th scope=\"col\">To whom or what</th>"
		"<th scope=\"col\">Details</th><th scope=\"col\">Signed in by</th></tr></thead>"
		"<tbody>\n");
	for (size_t i = 0; i < json_array_size(items); i++)
		put_entry(view, json_array_get(items, i));
	html_put(view->out, "</tbody></table></div>\n");
	view_more(view, view->answers[0]);
}

const struct page page_admin_audit = {
	.path = "/admin/audit",
	.title = "Audit log",
	.menu = "Audit log",
	.reads = {{.op = &op_admin_audit_list}},
	.write = write_audit,
	.wide = true,
};
