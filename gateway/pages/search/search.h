/*
 * search.h - the search in everything, and saved searches.
 */
#ifndef KITH_GATEWAY_PAGES_SEARCH_SEARCH_H
#define KITH_GATEWAY_PAGES_SEARCH_SEARCH_H

#include "gateway/web/page.h"

extern const struct page page_search;
extern const struct page page_saved_searches;

#endif
