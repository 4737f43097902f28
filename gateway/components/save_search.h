/*
 * save_search.h - the form by which a member saves the filters of a list.
 */
#ifndef KITH_GATEWAY_COMPONENTS_SAVE_SEARCH_H
#define KITH_GATEWAY_COMPONENTS_SAVE_SEARCH_H

#include "gateway/web/page.h"

/* A filter of a saved search. The list has it in its query by another name, or not at
 * all: NULL. */
struct search_filter {
	const char *field; /* of the operation */
	const char *of_posts, *of_members, *of_events;
};

#define SEARCH_FILTERS 6
extern const struct search_filter search_filters[SEARCH_FILTERS];

/* The name of a filter in the query of a list, "posts"; NULL = it has no such filter. */
const char *search_filter_name(const struct search_filter *filter, const char *list);

/* The form of the page of saved searches. */
extern const struct form form_save_search;

/* Writes it for the list with the filters of the page's query; nothing without any. */
void save_search_put(struct view *view, const char *list);

#endif
