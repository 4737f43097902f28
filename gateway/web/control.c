/*
 * control.c - the fields of forms as markup, by the bounds and types of the contract. A
 * typed value stays, unless it is a secret, and its fault is shown beside it.
 */
#include <string.h>

#include "gateway/web/html.h"
#include "gateway/web/inside.h"

#define IMAGE_TYPES "image/jpeg,image/png,image/webp,image/gif"

struct place {
	struct view *view;
	const struct form *form;
	const struct control *control;
	const struct field *field; /* NULL = unknown to the input */
	const char *id;
	bool required;             /* the user must fill it in */
	const struct fault *fault; /* NULL = none */
	const json_t *values;
};

/* ---- values ---- */

/* The value of a control. */
static const char *
value_of(const struct place *place)
{
	const struct view *view = place->view;
	const struct control *control = place->control;
	const struct text *typed;

	if (control->kind == CONTROL_PASSWORD || control->kind == CONTROL_CODE ||
		control->kind == CONTROL_FILE)
		return "";
	if (control_is_refused(view, place->form)) {
		typed = pairs_find(&view->typed, control->name);
		return typed != NULL ? typed->data : "";
	}
	if (control->value != NULL)
		return control->value;
	return typed_text(
		view, control, place->values, view_member(place->values, control->name));
}

/* Whether a choice is selected. */
static bool
is_chosen(const struct place *place, const char *value)
{
	const struct view *view = place->view;
	const json_t *list = view_member(place->values, place->control->name);

	if (control_is_refused(view, place->form)) {
		for (size_t i = 0; i < view->typed.count; i++) {
			if (strcmp(view->typed.list[i].name.data, place->control->name) ==
					0 &&
				strcmp(view->typed.list[i].value.data, value) == 0)
				return true;
		}
		return false;
	}
	for (size_t i = 0; i < json_array_size(list); i++) {
		if (strcmp(json_string_value(json_array_get(list, i)), value) == 0)
			return true;
	}
	return false;
}

/* ---- markup ---- */

/* Writes the attributes that all controls have. */
static void
put_common(const struct place *place)
{
	const struct control *control = place->control;
	struct buffer *out = place->view->out;

	html_putf(out, " id=\"%s\" name=\"%s\"", place->id, control->name);
	/* With "off", browsers would not show typed values again after Back. */
	if (control->autocomplete != NULL)
		html_putf(out, " autocomplete=\"%s\"", control->autocomplete);
	if (control->hint != NULL && place->fault != NULL)
		html_putf(out, " aria-describedby=\"%s-hint %s-fault\"", place->id,
			place->id);
	else if (control->hint != NULL)
		html_putf(out, " aria-describedby=\"%s-hint\"", place->id);
	else if (place->fault != NULL)
		html_putf(out, " aria-describedby=\"%s-fault\"", place->id);
	if (place->fault != NULL)
		html_put(out, " aria-invalid=\"true\"");
	if (place->fault != NULL && place->fault == place->view->refusal->faults)
		html_put(out, " autofocus");
	if (place->required)
		html_put(out, " required");
}

/* Writes the bounds that the browser checks. Passwords have no maximum, because browsers
 * truncate pasted text silently. */
static void
put_bounds(const struct place *place)
{
	const struct field *field = place->field;
	struct buffer *out = place->view->out;
	struct arena *arena = place->view->arena;
	const bool number = field != NULL && field->type == FIELD_INTEGER;

	if (field == NULL || field->type == FIELD_LIST || field->type == FIELD_MAP ||
		field->type == FIELD_INSTANT)
		return;
	if (field->min > 0)
		html_putf(out, number ? " min=\"%s\"" : " minlength=\"%s\"",
			arena_printf(arena, "%lld", (long long)field->min));
	if (field->max > 0 && place->control->kind != CONTROL_PASSWORD)
		html_putf(out, number ? " max=\"%s\"" : " maxlength=\"%s\"",
			arena_printf(arena, "%lld", (long long)field->max));
}

/* The type of an <input>, by its field. */
static const char *
type_of(const struct place *place)
{
	const struct field *field = place->field;

	if (place->control->kind == CONTROL_PASSWORD)
		return "password";
	if (place->control->kind == CONTROL_FILE)
		return "file";
	if (place->control->kind == CONTROL_WHEN)
		return "datetime-local";
	if (place->control->kind == CONTROL_DAY)
		return "date";
	if (field != NULL && field->format == FORMAT_EMAIL)
		return "email";
	if (field != NULL && field->format == FORMAT_URI)
		return "url";
	if (field != NULL && field->format == FORMAT_COLOR)
		return "color";
	return field != NULL && field->type == FIELD_INTEGER ? "number" : "text";
}

static void
put_line(const struct place *place)
{
	struct buffer *out = place->view->out;

	html_putf(out, "<input type=\"%s\"", type_of(place));
	put_common(place);
	put_bounds(place);
	if (place->control->kind == CONTROL_CODE)
		html_put(out,
			" class=\"code\" autocapitalize=\"none\" spellcheck=\"false\"");
	if (place->control->kind == CONTROL_ZONE)
		html_put(out, " class=\"zone\" autocapitalize=\"none\"");
	if (place->control->kind == CONTROL_FILE)
		html_put(out, " accept=\"" IMAGE_TYPES "\">\n");
	else
		html_putf(out, " value=\"%s\">\n", value_of(place));
}

static void
put_area(const struct place *place)
{
	struct buffer *out = place->view->out;

	html_putf(out, "<textarea rows=\"%s\" dir=\"auto\"",
		arena_printf(out->arena, "%d",
			place->control->rows > 0 ? place->control->rows : 4));
	put_common(place);
	put_bounds(place);
	html_putf(out, ">\n%s</textarea>\n", value_of(place));
}

static void
put_choice(const struct place *place)
{
	struct buffer *out = place->view->out;
	const char *value = value_of(place);

	html_put(out, "<select");
	put_common(place);
	html_put(out, ">\n");
	/* The person decides, when nothing is set and there is no usual value. */
	if (place->required && value[0] == '\0')
		html_put(out, "<option value=\"\">Please choose</option>\n");
	for (const struct choice *choice = typed_choices(place->view, place->control);
		choice->value != NULL; choice++) {
		html_putf(out,
			strcmp(value, choice->value) == 0
				? "<option value=\"%s\" selected>%s</option>\n"
				: "<option value=\"%s\">%s</option>\n",
			choice->value, choice->label);
	}
	html_put(out, "</select>\n");
}

/* One check box. */
static void
put_tick(const struct place *place, const char *id, const char *value, bool checked,
	const char *hint)
{
	struct buffer *out = place->view->out;

	html_putf(out, "<input type=\"checkbox\" id=\"%s\" name=\"%s\" value=\"%s\"", id,
		place->control->name, value);
	if (hint != NULL)
		html_putf(out, " aria-describedby=\"%s-hint\"", id);
	html_put(out, checked ? " checked>" : ">");
}

/* One check box with its label. */
static void
put_box(const struct place *place, const char *id, const char *value, bool checked,
	const char *label, const char *hint)
{
	struct buffer *out = place->view->out;

	html_put(out, "<div class=\"box\">");
	put_tick(place, id, value, checked, hint);
	html_putf(out, "<label for=\"%s\">%s</label>", id, label);
	if (hint != NULL)
		html_putf(out, "<p class=\"hint\" id=\"%s-hint\">%s</p>", id, hint);
	html_put(out, "</div>\n");
}

static void
put_fault(const struct place *place)
{
	const struct control *control = place->control;

	if (place->fault == NULL)
		return;
	html_putf(place->view->out, "<p class=\"fault\" id=\"%s-fault\">%s</p>\n",
		place->id,
		control_fault(
			place->view->arena, place->fault, control->name, control->label));
}

static void
put_checks(const struct place *place)
{
	const struct control *control = place->control;
	struct buffer *out = place->view->out;

	html_putf(out, "<fieldset class=\"field\"><legend>%s</legend>\n", control->label);
	if (control->hint != NULL)
		html_putf(out, "<p class=\"hint\">%s</p>\n", control->hint);
	/* Without a tick, a patch sets an empty list. */
	if (place->form->op->method == METHOD_PATCH)
		html_putf(out, "<input type=\"hidden\" name=\"%s\" value=\"\">\n",
			control->name);
	for (const struct choice *one = typed_choices(place->view, control);
		one->value != NULL; one++) {
		if (control->admin_choice != NULL && !place->view->principal->admin &&
			strcmp(one->value, control->admin_choice) == 0)
			continue;
		put_box(place, arena_printf(out->arena, "%s-%s", place->id, one->value),
			one->value, is_chosen(place, one->value), one->label, one->hint);
	}
	put_fault(place);
	html_put(out, "</fieldset>\n");
}

/* A control with its label, hint, and fault. */
static void
put_labelled(const struct place *place)
{
	const struct control *control = place->control;
	struct buffer *out = place->view->out;

	html_putf(out, "<div class=\"field\">\n<label for=\"%s\">%s", place->id,
		control->label);
	if (place->field != NULL && place->form->op->method == METHOD_POST &&
		control->kind != CONTROL_CHOICE && !place->required)
		html_put(out, " <span class=\"optional\">Optional</span>");
	html_put(out, "</label>\n");
	if (control->hint != NULL)
		html_putf(out, "<p class=\"hint\" id=\"%s-hint\">%s</p>\n", place->id,
			control->hint);
	if (control->kind == CONTROL_AREA || control->kind == CONTROL_LINES ||
		control->kind == CONTROL_LINKS)
		put_area(place);
	else if (control->kind == CONTROL_CHOICE)
		put_choice(place);
	else
		put_line(place);
	put_fault(place);
	html_put(out, "</div>\n");
}

static struct place
place_of(struct view *view, const struct form *form, const struct control *control,
	const json_t *values)
{
	const struct field *field = input_field(form->op->input, control->name);
	const bool patched = field != NULL && form->op->method == METHOD_PATCH &&
		field->type == FIELD_TEXT && field->min > 0 && !field->nullable;
	const bool needed = field != NULL && !field->empty_allowed &&
		(patched || (field->required && field->fallback == NULL));

	/* A page has a code control only when a code is required, even if the operation
	 * does not always require one. */
	return (struct place){
		.view = view,
		.form = form,
		.control = control,
		.field = field,
		.required = needed || control->required ||
			control->kind == CONTROL_CODE || control->kind == CONTROL_FILE ||
			control->kind == CONTROL_ZONE,
		.id = arena_printf(view->arena, view->row == NULL ? "%s-%s" : "%s-%s-%s",
			form->op->name, control->name, view->row),
		.fault = control_fault_of(view, form, control->name),
		.values = values,
	};
}

void
form_label(struct view *view, const struct form *form, const struct control *control)
{
	const struct place place = place_of(view, form, control, NULL);

	html_putf(view->out, "<label for=\"%s\">%s</label>", place.id, control->label);
	put_fault(&place);
}

void
form_box(struct view *view, const struct form *form, const struct control *control,
	const json_t *values)
{
	const struct place place = place_of(view, form, control, values);

	put_tick(&place, place.id, "true", strcmp(value_of(&place), "true") == 0, NULL);
}

void
form_control(struct view *view, const struct form *form, const struct control *control,
	const json_t *values)
{
	const struct place here = place_of(view, form, control, values);
	const struct place *place = &here;

	switch (control->kind) {
	case CONTROL_HIDDEN:
		html_putf(place->view->out,
			"<input type=\"hidden\" name=\"%s\" value=\"%s\">\n",
			control->name, value_of(place));
		return;
	case CONTROL_CHECK:
		html_put(place->view->out, "<div class=\"field\">\n");
		put_box(place, place->id, "true", strcmp(value_of(place), "true") == 0,
			control->label, control->hint);
		put_fault(place);
		html_put(place->view->out, "</div>\n");
		return;
	case CONTROL_CHECKS:
		put_checks(place);
		return;
	case CONTROL_LINE:
	case CONTROL_AREA:
	case CONTROL_PASSWORD:
	case CONTROL_CODE:
	case CONTROL_CHOICE:
	case CONTROL_FILE:
	case CONTROL_WHEN:
	case CONTROL_DAY:
	case CONTROL_WORDS:
	case CONTROL_LINES:
	case CONTROL_LINKS:
	case CONTROL_ZONE:
		put_labelled(place);
		return;
	}
}
