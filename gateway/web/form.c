/*
 * form.c - forms as markup: fields, hidden fields and the button.
 */
#include <string.h>

#include "common/secret/secret.h"
#include "gateway/web/html.h"
#include "gateway/web/inside.h"

#define ONCE_BYTES 16

bool
form_sends_tag(const struct form *form)
{
	return form->op->method == METHOD_PATCH && op_takes_if_match(form->op);
}

/* Writes the tag of the record that a form changes, if the page has read it. The change
 * is refused when somebody else has changed the record meanwhile. */
static void
put_tag(struct view *view, const struct form *form)
{
	if (!form_sends_tag(form))
		return;
	for (size_t i = 0; i < PAGE_READS_MAX; i++) {
		if (view->tags[i] != NULL && view->page->reads[i].op == form->op->current)
			html_putf(view->out,
				"<input type=\"hidden\" name=\"tag\" value=\"%s\" "
				"autocomplete=\"off\">\n",
				view->tags[i]);
	}
}

void
form_begin(struct view *view, const struct form *form, const char *path)
{
	uint8_t once[ONCE_BYTES];

	html_putf(view->out,
		form->op->image.source == IMAGE_BODY
			? "<form method=\"post\" action=\"%s\" "
			  "enctype=\"multipart/form-data\">\n"
			: "<form method=\"post\" action=\"%s\">\n",
		path);
	if (view->csrf != NULL)
		html_putf(view->out,
			"<input type=\"hidden\" name=\"csrf\" value=\"%s\" "
			"autocomplete=\"off\">\n",
			view->csrf);
	if ((form->returns || form->carries) && view->next != NULL)
		html_putf(view->out,
			"<input type=\"hidden\" name=\"next\" value=\"%s\">\n",
			view->next);
	secret_random(once, sizeof(once));
	html_putf(view->out,
		"<input type=\"hidden\" name=\"once\" value=\"%s\" "
		"autocomplete=\"off\">\n",
		base64url_encode(view->arena, once, sizeof(once)));
	put_tag(view, form);
}

void
form_controls(struct view *view, const struct form *form, const json_t *values)
{
	for (size_t i = 0; i < form->control_count; i++)
		form_control(view, form, &form->controls[i], values);
}

void
form_end(struct view *view, const struct form *form)
{
	html_putf(view->out,
		form->danger ? "<button class=\"danger\" type=\"submit\">%s</button>\n"
			: form->plain
			? "<button class=\"plain\" type=\"submit\">%s</button>\n"
			: "<button type=\"submit\">%s</button>\n",
		form->button);
	html_put(view->out, "</form>\n");
}

void
form_put(struct view *view, const struct form *form, const json_t *values)
{
	form_begin(view, form,
		page_path(view->arena, form->path, view->captures, view->capture_count));
	form_controls(view, form, values);
	form_end(view, form);
}

/* The path of a form in a list. Its last {name} is the item's, and the others are those
 * of the page. */
static const char *
path_with(const struct view *view, const char *path, const char *value)
{
	struct http_parameter places[PAGE_CAPTURES_MAX + 1];
	const char *name = strrchr(path, '{');
	struct arena *arena = view->arena;

	if (name == NULL)
		return path;
	name++;
	places[0] = (struct http_parameter){
		arena_text(arena, arena_copy(arena, name, strcspn(name, "}"))),
		arena_text(arena, value)};
	memcpy(places + 1, view->captures, sizeof(view->captures));
	return page_path(arena, path, places, view->capture_count + 1);
}

void
form_button(
	struct view *view, const struct form *form, const char *id, const char *subject)
{
	form_begin(view, form, path_with(view, form->path, id));
	if (strchr(form->path, '{') == NULL && form->control_count > 0)
		html_putf(view->out, "<input type=\"hidden\" name=\"%s\" value=\"%s\">\n",
			form->controls[0].name, id);
	html_putf(view->out, "<button class=\"small%s\" type=\"submit\">%s",
		form->danger            ? " danger"
			: form->primary ? " primary"
					: "",
		form->button);
	html_putf(view->out, "<span class=\"unseen\"> %s</span></button></form>\n",
		subject);
}

void
form_fold_begin(struct view *view, const struct form *form, const char *label,
	const char *id, const char *subject)
{
	view->row = id;
	html_putf(view->out,
		control_is_refused(view, form)
			? "<details class=\"fold\" open><summary>%s"
			: "<details class=\"fold\"><summary>%s",
		label);
	html_putf(view->out, "<span class=\"unseen\"> %s</span></summary>\n", subject);
}

void
form_of_row(struct view *view, const struct form *form, const char *id)
{
	form_begin(view, form, path_with(view, form->path, id));
	form_controls(view, form, NULL);
	form_end(view, form);
}

void
form_fold_end(struct view *view)
{
	html_put(view->out, "</details>\n");
	view->row = NULL;
}

void
form_fold(struct view *view, const struct form *form, const char *id, const char *subject)
{
	form_fold_begin(view, form, form->button, id, subject);
	form_of_row(view, form, id);
	form_fold_end(view);
}

/* All values of a query parameter. */
static json_t *
listed(const struct view *view, const char *name)
{
	json_t *list = json_array();

	for (size_t i = 0; i < view->query.count; i++) {
		if (strcmp(view->query.list[i].name.data, name) == 0)
			json_array_append_new(
				list, json_string(view->query.list[i].value.data));
	}
	return list;
}

/* The values of the controls from the query. */
static json_t *
filtered(struct view *view, const struct control *controls, size_t count)
{
	json_t *values = view_values(view);

	for (size_t i = 0; i < count; i++)
		json_object_set_new(values, controls[i].name,
			controls[i].kind == CONTROL_CHECKS
				? listed(view, controls[i].name)
				: json_string(view_query(view, controls[i].name)));
	return values;
}

/* Whether the query has a value for one of the controls. */
static bool
in_use(const struct view *view, const struct control *controls, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (view_query(view, controls[i].name)[0] != '\0')
			return true;
	}
	return false;
}

void
form_filters(struct view *view, const struct op *op, const struct control *controls,
	size_t count)
{
	form_filters_folded(view, op, controls, count, count);
}

void
form_filters_folded(struct view *view, const struct op *op,
	const struct control *controls, size_t count, size_t shown)
{
	const struct form form = {.op = op, .controls = controls, .control_count = count};
	const json_t *values = filtered(view, controls, count);

	html_putf(view->out, "<form class=\"filters\" method=\"get\" action=\"%s\">\n",
		page_path(view->arena, view->page->path, view->captures,
			view->capture_count));
	for (size_t i = 0; i < shown; i++)
		form_control(view, &form, &controls[i], values);
	html_put(view->out, "<button class=\"plain\" type=\"submit\">Filter</button>");
	if (shown < count) {
		html_put(view->out,
			in_use(view, controls + shown, count - shown)
				? "<details class=\"fold\" open><summary>More "
				  "filters</summary><div>\n"
				: "<details class=\"fold\"><summary>More "
				  "filters</summary><div>\n");
		for (size_t i = shown; i < count; i++)
			form_control(view, &form, &controls[i], values);
		html_put(view->out, "</div></details>");
	}
	html_put(view->out, "</form>\n");
}
