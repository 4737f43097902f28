/*
 * asks.h - the pages of asks.
 */
#ifndef KITH_GATEWAY_PAGES_ASKS_ASKS_H
#define KITH_GATEWAY_PAGES_ASKS_ASKS_H

#include "gateway/web/page.h"

extern const struct page page_post;

#endif
