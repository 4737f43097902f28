/*
 * audit.c - the audit log.
 */
#include <string.h>

#include "gateway/admin/admin.h"
#include "gateway/components/components.h"
#include "gateway/web/html.h"
#include "proto/audit.h"
#include "proto/identity/admin.h"

/* Choices as "session.sign_in: A member signed in". */
static const char *
label_of(struct arena *arena, const struct audit_info *info)
{
	const int size = (int)strlen(info->sentence) - 1;

	return arena_printf(arena, "%s: %.*s", info->action, size, info->sentence);
}

/* The page's choices are those of the contract. */
static const struct choice *
action_choices(struct arena *arena)
{
	struct choice *choices = arena_array(arena, AUDIT_COUNT + 1, sizeof(*choices));

	choices[0] = (struct choice){"", "Every action", NULL};
	for (size_t i = AUDIT_NONE + 1; i < AUDIT_COUNT; i++)
		choices[i] = (struct choice){
			audit_infos[i].action, label_of(arena, &audit_infos[i]), NULL};
	return choices;
}

/* The act in words; "" for an unknown one. */
static const char *
sentence_of(const char *action)
{
	for (size_t i = AUDIT_NONE + 1; i < AUDIT_COUNT; i++) {
		if (strcmp(audit_infos[i].action, action) == 0)
			return audit_infos[i].sentence;
	}
	return "";
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
	const char *action = view_text(entry, "action");
	const char *actor = view_text(entry, "actor.name");

	if (actor[0] == '\0')
		actor = strcmp(view_text(entry, "credential"), "operator") == 0
			? "The operator"
			: "An anonymous visitor";
	html_put(out, "<li><div class=\"what\"><p><strong>");
	link_member(view, view_text(entry, "actor.handle"), actor);
	html_putf(out, "</strong></p>\n<p>%s <code>%s</code></p>\n", sentence_of(action),
		action);
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
			.label = "Actor (a handle or an id)"},
		{.name = "action",
			.kind = CONTROL_CHOICE,
			.label = "What",
			.choices = action_choices(view->arena)},
	};

	form_filters(view, &op_admin_audit_list, filters, COUNT_OF(filters));
	if (json_array_size(items) == 0) {
		html_put(view->out,
			"<div class=\"empty\"><p>No entries match.</p></div>\n");
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
