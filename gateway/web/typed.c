/*
 * typed.c - values that people type in another form than the contract's: local times,
 * lists in one line, and links in lines.
 */
#include <string.h>

#include "common/base/clock.h"
#include "common/zone/zone.h"
#include "gateway/web/html.h"
#include "gateway/web/inside.h"

#define SECOND_US INT64_C(1000000)

/* "2026-11-25T18:00", as browsers write a local time; also its size. */
#define LOCAL_SIZE 16
#define DAY_SIZE 10

#define BLANKS " \t\n"

/* ---- from a form ---- */

/* The pairs of a form as they are sent to its operation. */
struct list {
	struct arena *arena;
	struct http_parameter *items;
	size_t count, capacity;
};

static void
add(struct list *list, const char *name, const char *value, size_t size)
{
	struct http_parameter *more;

	if (list->count == list->capacity) {
		list->capacity = list->capacity * 2 + 16;
		more = arena_array(list->arena, list->capacity, sizeof(*more));
		if (list->count > 0)
			memcpy(more, list->items, list->count * sizeof(*more));
		list->items = more;
	}
	list->items[list->count++] =
		(struct http_parameter){arena_text(list->arena, name),
			arena_text(list->arena, arena_copy(list->arena, value, size))};
}

/* The zone of a control by the value of its other control; NULL = UTC, or unknown. */
static const struct zone *
zone_of(struct arena *arena, const struct text *name)
{
	return name != NULL && name->size > 0 ? zone_load(arena, name) : NULL;
}

/* A local time as an instant. Others are sent as typed, and refused. */
static const char *
instant_of(const struct view *view, const struct control *control, const char *typed)
{
	const struct text *name =
		control->zone != NULL ? pairs_find(&view->typed, control->zone) : NULL;
	const struct zone *zone = zone_of(view->arena, name);
	const char *utc = arena_printf(view->arena, "%s:00Z", typed);
	char *time = arena_alloc(view->arena, CLOCK_TEXT_SIZE);
	int64_t us;

	/* The default of the contract would be another zone. */
	if (control->zone != NULL && (name == NULL || name->size == 0))
		return typed;
	if (strlen(typed) != LOCAL_SIZE || !clock_parse(utc, strlen(utc), &us))
		return typed;
	if (zone != NULL) {
		const int64_t local = us / SECOND_US;
		const int64_t near = local - zone_at(zone, local).seconds;

		us = (local - zone_at(zone, near).seconds) * SECOND_US;
	}
	clock_format(time, us);
	return time;
}

/* The part of a text without blanks at its ends. */
static size_t
trim(const char **text, size_t size)
{
	while (size > 0 && strchr(BLANKS, **text) != NULL) {
		(*text)++;
		size--;
	}
	while (size > 0 && strchr(BLANKS, (*text)[size - 1]) != NULL)
		size--;
	return size;
}

/* Adds a line such as "Blog https://ada.example" as the entry of a map. The name of a
 * line with an address alone is the host. */
static void
add_link(struct list *list, const char *name, const char *line, size_t size)
{
	const char *address = line + size, *label = line;
	size_t label_size;

	while (address > line && strchr(BLANKS, address[-1]) == NULL)
		address--;
	label_size = trim(&label, (size_t)(address - line));
	if (label_size == 0) {
		const char *host = strstr(address, "://");

		label = host != NULL ? host + 3 : address;
		label_size = strcspn(label, "/?#\n");
	}
	add(list,
		arena_printf(list->arena, "%s.%s", name,
			(const char *)arena_copy(list->arena, label, label_size)),
		address, (size_t)(line + size - address));
}

/* Adds the items of a text. An empty text is an empty list or map. */
static void
add_items(struct list *list, const struct control *control, const char *text)
{
	const char *ends = control->kind == CONTROL_WORDS ? ",\n" : "\n";
	const size_t before = list->count;

	for (;;) {
		const char *item = text;
		const size_t all = strcspn(text, ends), size = trim(&item, all);

		if (size > 0 && control->kind == CONTROL_LINKS)
			add_link(list, control->name, item, size);
		else if (size > 0)
			add(list, control->name, item, size);
		if (text[all] == '\0')
			break;
		text += all + 1;
	}
	if (list->count == before)
		add(list, control->name, "", 0);
}

static const struct control *
control_of(const struct form *form, const char *name)
{
	for (size_t i = 0; i < form->control_count; i++) {
		if (strcmp(form->controls[i].name, name) == 0)
			return &form->controls[i];
	}
	return NULL;
}

static void
add_typed(struct list *list, const struct view *view, const struct http_parameter *pair)
{
	const struct control *control = control_of(view->form, pair->name.data);
	const enum control_kind kind = control != NULL ? control->kind : CONTROL_LINE;
	const char *value = pair->value.data;

	if (kind == CONTROL_WORDS || kind == CONTROL_LINES || kind == CONTROL_LINKS) {
		add_items(list, control, value);
		return;
	}
	if (kind == CONTROL_WHEN)
		value = instant_of(view, control, value);
	else if (kind == CONTROL_DAY && pair->value.size == DAY_SIZE)
		value = arena_printf(view->arena, "%sT23:59:59Z", value);
	add(list, pair->name.data, value, strlen(value));
}

struct pairs
typed_values(const struct view *view)
{
	struct list list = {.arena = view->arena};

	for (size_t i = 0; i < view->typed.count; i++)
		add_typed(&list, view, &view->typed.list[i]);
	return (struct pairs){list.items, list.count};
}

/* ---- to a form ---- */

static const char *
local_of(const struct view *view, const struct control *control, const json_t *values,
	const char *time)
{
	const struct text name = arena_text(view->arena,
		control->zone != NULL ? view_text(values, control->zone) : "");
	const struct zone *zone = zone_of(view->arena, &name);
	char local[CLOCK_TEXT_SIZE];
	int64_t us;

	if (!clock_parse(time, strlen(time), &us))
		return "";
	if (zone != NULL)
		us += zone_at(zone, us / SECOND_US).seconds * SECOND_US;
	clock_format(local, us);
	return arena_copy(view->arena, local, LOCAL_SIZE);
}

/* The items of a list, or the entries of a map, as one text. */
static const char *
joined(const struct view *view, const struct control *control, const json_t *member)
{
	struct buffer text = {.arena = view->arena};
	const char *key;
	json_t *value;

	for (size_t i = 0; i < json_array_size(member); i++) {
		if (i > 0)
			html_put(&text, control->kind == CONTROL_WORDS ? ", " : "\n");
		html_put(&text, json_string_value(json_array_get(member, i)));
	}
	json_object_foreach((json_t *)(uintptr_t)member, key, value)
	{
		html_put(&text, key);
		html_put(&text, " ");
		html_put(&text, json_string_value(value));
		html_put(&text, "\n");
	}
	buffer_append(&text, "", 1);
	return (const char *)text.data;
}

const char *
typed_text(const struct view *view, const struct control *control, const json_t *values,
	const json_t *member)
{
	if (json_is_array(member) || json_is_object(member))
		return joined(view, control, member);
	if (json_is_integer(member))
		return arena_printf(
			view->arena, "%lld", (long long)json_integer_value(member));
	if (json_is_boolean(member))
		return json_is_true(member) ? "true" : "false";
	if (!json_is_string(member))
		return "";
	if (control->kind == CONTROL_WHEN)
		return local_of(view, control, values, json_string_value(member));
	if (control->kind == CONTROL_DAY)
		return arena_printf(
			view->arena, "%.*s", DAY_SIZE, json_string_value(member));
	return json_string_value(member);
}

/* ---- choices ---- */

const struct choice *
typed_choices(const struct view *view, const struct control *control)
{
	static const struct choice none[] = {{NULL, NULL, NULL}};

	if (control->offer != NULL)
		return control->offer(view);
	return control->choices != NULL ? control->choices : none;
}

const struct choice *
view_choices(const struct view *view, const json_t *items, const char *value,
	const char *label, const char *first)
{
	const size_t count = json_array_size(items);
	struct choice *list = arena_array(view->arena, count + 2, sizeof(*list));
	size_t at = 0;

	if (first != NULL)
		list[at++] = (struct choice){"", first, NULL};
	for (size_t i = 0; i < count; i++) {
		const json_t *item = json_array_get(items, i);

		list[at++] = (struct choice){
			view_text(item, value), view_text(item, label), NULL};
	}
	return list;
}
