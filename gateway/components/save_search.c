#include "gateway/components/save_search.h"

#include <string.h>

#include "gateway/web/html.h"
#include "proto/notifications/searches.h"

const struct search_filter search_filters[SEARCH_FILTERS] = {
	{"kind", "kind", NULL, NULL},
	{"q", NULL, "q", NULL},
	{"role", NULL, "roles", NULL},
	{"lookingFor", NULL, "lookingFor", NULL},
	{"skill", NULL, "skills", NULL},
	{"org", "org", "org", "org"},
};

static const struct control controls[1 + SEARCH_FILTERS] = {
	{.name = "list", .kind = CONTROL_HIDDEN},
	{.name = "kind", .kind = CONTROL_HIDDEN},
	{.name = "q", .kind = CONTROL_HIDDEN},
	{.name = "role", .kind = CONTROL_HIDDEN},
	{.name = "lookingFor", .kind = CONTROL_HIDDEN},
	{.name = "skill", .kind = CONTROL_HIDDEN},
	{.name = "org", .kind = CONTROL_HIDDEN},
};

const struct form form_save_search = {
	.path = "/saved-searches/add",
	.op = &op_saved_search_create,
	.controls = controls,
	.control_count = COUNT_OF(controls),
	.button = "Save this search",
	.plain = true,
	.done = "/saved-searches",
	.said = "The search is saved. A mail tells you each week what is new.",
};

const char *
search_filter_name(const struct search_filter *filter, const char *list)
{
	if (strcmp(list, "posts") == 0)
		return filter->of_posts;
	return strcmp(list, "members") == 0 ? filter->of_members : filter->of_events;
}

/* Reads the filters of the page's query as fields of the operation. */
static json_t *
values_of(struct view *view, const char *list)
{
	json_t *values = view_values(view);

	for (size_t i = 0; i < SEARCH_FILTERS; i++) {
		const char *name = search_filter_name(&search_filters[i], list);
		const char *value = name != NULL ? view_query(view, name) : "";

		if (value[0] != '\0')
			json_object_set_new(
				values, search_filters[i].field, json_string(value));
	}
	return values;
}

void
save_search_put(struct view *view, const char *list)
{
	json_t *values = values_of(view, list);

	if (json_object_size(values) == 0)
		return;
	json_object_set_new(values, "list", json_string(list));
	form_begin(view, &form_save_search, form_save_search.path);
	for (size_t i = 0; i < COUNT_OF(controls); i++)
		if (json_object_get(values, controls[i].name) != NULL)
			form_control(view, &form_save_search, &controls[i], values);
	form_end(view, &form_save_search);
}
