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
		html_putf(view->out, "<p><span class=\"quiet\">%s</span> %s</p>\n", name,
			json_string_value(value));
	}
}

static void
put_entry(struct view *view, const json_t *entry)
{
	struct buffer *out = view->out;
	const char *actor = view_text(entry, "actor.name");

	if (actor[0] == '\0')
		actor = strcmp(view_text(entry, "credential"), "operator") == 0
			? "The operator"
			: "A stranger";
	html_putf(out,
		"<li><div class=\"what\"><p><strong>%s</strong> <code>%s</code></p>\n",
		actor, view_text(entry, "action"));
	if (view_text(entry, "subject.id")[0] != '\0')
		html_putf(out, "<p class=\"quiet\">%s %s</p>\n",
			view_text(entry, "subject.type"), view_text(entry, "subject.id"));
	put_detail(view, json_object_get(entry, "detail"));
	html_put(out, "</div>\n<p class=\"when quiet\">");
	html_time(out, view_text(entry, "at"));
	if (strcmp(view_text(entry, "credential"), "none") != 0)
		html_putf(out, "<br>%s", view_text(entry, "credential"));
	html_put(out, "</p></li>\n");
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
	html_put(view->out, "<ul class=\"rows log\">\n");
	for (size_t i = 0; i < json_array_size(items); i++)
		put_entry(view, json_array_get(items, i));
	html_put(view->out, "</ul>\n");
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
