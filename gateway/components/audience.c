#include "gateway/components/audience.h"

#include "gateway/components/components.h"
#include "gateway/web/html.h"

struct pairs
audience_prepare(const struct view *view)
{
	const struct pairs *typed = &view->typed;
	struct http_parameter *list =
		arena_array(view->arena, typed->count + 1, sizeof(*list));
	size_t count = 0;

	for (size_t i = 0; i < typed->count; i++)
		list[count++] = typed->list[i];
	if (pairs_find(typed, "publishTo.public") == NULL)
		list[count++] = (struct http_parameter){
			arena_text(view->arena, "publishTo.public"),
			arena_text(view->arena, "false")};
	return (struct pairs){list, count};
}

const json_t *
audience_first(struct view *view)
{
	const char *org = view_query(view, "org");
	json_t *values = view_values(view);

	json_object_set_new(values, "publishTo",
		org[0] != '\0' ? json_pack("{s:[s]}", "orgSlugs", org)
			       : json_pack("{s:b}", "public", true));
	return values;
}

bool
audience_is_nobody(const json_t *record)
{
	return !json_is_true(view_member(record, "targets.public")) &&
		json_array_size(view_member(record, "targets.orgs")) == 0;
}

void
audience_warn(struct view *view, const char *path)
{
	html_putf(view->out,
		"<div class=\"notice warn\"><p>Saved. Only you can see it: <a "
		"href=\"%s/audience\">choose who sees it</a>.</p></div>\n",
		path);
}

/* The audience as the form has it. */
static const json_t *
values_of(struct view *view, const json_t *record)
{
	const json_t *orgs = view_member(record, "targets.orgs");
	json_t *values = view_values(view), *to = json_object(), *slugs = json_array();

	for (size_t i = 0; i < json_array_size(orgs); i++)
		json_array_append_new(
			slugs, json_string(view_text(json_array_get(orgs, i), "slug")));
	json_object_set_new(to, "orgSlugs", slugs);
	json_object_set_new(to, "public",
		json_boolean(json_is_true(view_member(record, "targets.public"))));
	json_object_set_new(values, "publishTo", to);
	return values;
}

/* Writes the title. For others than the author, writes a way back and returns false. */
static bool
head_of_edit(struct view *view, const struct edit *edit, const json_t *record,
	const char *what, const char *path)
{
	struct arena *arena = view->arena;

	head_put(view,
		arena_printf(
			arena, "%s \u201c%s\u201d", what, view_text(record, "title")),
		"");
	if (json_is_true(view_member(record, "canEdit")))
		return true;
	empty_put(view,
		arena_printf(arena, "Only its author can edit an %s.", edit->word),
		arena_printf(arena, "Read the %s", edit->word), path);
	return false;
}

static void
put_way_back(struct view *view, const struct edit *edit, const char *path)
{
	html_putf(view->out, "<p><a href=\"%s\">Back to the %s</a></p>\n", path,
		edit->word);
}

void
edit_put(struct view *view, const struct edit *edit, const json_t *record,
	const char *path)
{
	if (!head_of_edit(view, edit, record, "Edit", path))
		return;
	card_begin(view, NULL);
	form_put(view, edit->contents, record);
	card_end(view);
	html_putf(view->out, "<p><a href=\"%s/audience\">Change who sees it</a></p>\n",
		path);
	put_way_back(view, edit, path);
}

void
audience_put(struct view *view, const struct edit *edit, const json_t *record,
	const char *path, const json_t *orgs)
{
	const struct form *form = edit->audience;
	const json_t *values = values_of(view, record);

	if (!head_of_edit(view, edit, record, "Who sees", path))
		return;
	card_begin(view, NULL);
	html_putf(view->out, "<p class=\"hint\">%s</p>\n", edit->audience_hint);
	form_begin(view, form,
		page_path(view->arena, form->path, view->captures, view->capture_count));
	for (size_t i = 0; i < form->control_count; i++) {
		if (form->controls[i].kind != CONTROL_CHECKS ||
			json_array_size(view_member(orgs, "items")) > 0)
			form_control(view, form, &form->controls[i], values);
	}
	form_end(view, form);
	card_end(view);
	put_way_back(view, edit, path);
}
