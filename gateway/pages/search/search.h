/*
 * search.h - the search in everything.
 */
#ifndef KITH_GATEWAY_PAGES_SEARCH_SEARCH_H
#define KITH_GATEWAY_PAGES_SEARCH_SEARCH_H

#include "gateway/web/page.h"

extern const struct page page_search;

#endif
