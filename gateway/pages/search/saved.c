/*
 * saved.c - the searches that a member has saved.
 */
#include <string.h>

#include "gateway/components/components.h"
#include "gateway/components/save_search.h"
#include "gateway/pages/search/search.h"
#include "gateway/web/html.h"
#include "proto/notifications/searches.h"

static const struct form form_delete = {
	.path = "/saved-searches/{id}/delete",
	.op = &op_saved_search_delete,
	.button = "Delete",
	.plain = true,
	.done = "/saved-searches",
	.said = "The saved search is deleted.",
};

/* The name of a list, and the label of each filter. */
static const struct choice lists[] = {
	{"posts", "Asks", NULL},
	{"members", "People", NULL},
	{"events", "Events", NULL},
	{NULL, NULL, NULL},
};

static const struct choice labels[] = {
	{"kind", "Kind", NULL},
	{"q", "Words", NULL},
	{"role", "Role", NULL},
	{"lookingFor", "Looking for", NULL},
	{"skill", "Skill", NULL},
	{"org", "Organization", NULL},
	{NULL, NULL, NULL},
};

/* The value of a filter as the list takes it: of an organization the slug. */
static const char *
value_of(const json_t *search, const char *field)
{
	return view_text(search, strcmp(field, "org") == 0 ? "org.slug" : field);
}

static const char *
path_of(struct view *view, const json_t *search)
{
	const char *list = view_text(search, "list");
	const char *path = arena_printf(view->arena, "/%s", list);

	for (size_t i = 0; i < SEARCH_FILTERS; i++) {
		const char *name = search_filter_name(&search_filters[i], list);
		const char *value = value_of(search, search_filters[i].field);

		if (name != NULL && value[0] != '\0')
			path = path_with_query(view->arena, path, name, value);
	}
	return path;
}

/* The words of a filter: an enum's value in words, and texts as they are. */
static const char *
words_of(struct view *view, const json_t *search, const char *field)
{
	if (strcmp(field, "org") == 0)
		return view_text(search, "org.name");
	if (strcmp(field, "q") == 0 || strcmp(field, "skill") == 0)
		return view_text(search, field);
	return word_of(view->arena, view_text(search, field));
}

static void
put_search(struct view *view, const json_t *search)
{
	const char *name = choice_words(lists, view_text(search, "list"));
	bool any = false;

	row_begin(view, path_of(view, search), name);
	line_begin(view);
	for (size_t i = 0; i < SEARCH_FILTERS; i++) {
		const char *field = search_filters[i].field;

		if (value_of(search, field)[0] == '\0')
			continue;
		if (any)
			line_dot(view);
		html_putf(view->out, "%s: ", choice_words(labels, field));
		text_put(view, words_of(view, search, field));
		any = true;
	}
	line_end(view);
	row_actions(view);
	form_button(view, &form_delete, view_text(search, "id"), name);
	row_end(view);
}

static void
write_saved(struct view *view)
{
	const json_t *answer = view->answers[0];
	const json_t *first = json_array_get(view_member(answer, "items"), 0);
	const struct list list = {
		.row = put_search,
		.empty =
			"You have saved no search. Filter a list, and choose \"Save this "
			"search\" there.",
		.action = "Search for people",
		.path = "/members",
	};

	if (view->form == &form_save_search && view->refusal != NULL)
		form_put(view, &form_save_search, NULL);
	if (first != NULL && json_is_false(json_object_get(first, "mailed")))
		note_put(view, "",
			"The weekly mail is off. It begins again when you save a "
			"search.");
	else if (first != NULL)
		html_put(view->out,
			"<p class=\"quiet\">A mail tells you each week what is new in "
			"these searches.</p>\n");
	list_put(view, answer, &list);
}

const struct page page_saved_searches = {
	.path = "/saved-searches",
	.title = "Saved searches",
	.reads = {{.op = &op_saved_search_list}},
	.forms = {&form_save_search, &form_delete},
	.write = write_saved,
};
