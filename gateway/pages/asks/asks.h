/*
 * asks.h - the pages of asks.
 */
#ifndef KITH_GATEWAY_PAGES_ASKS_ASKS_H
#define KITH_GATEWAY_PAGES_ASKS_ASKS_H

#include "gateway/web/page.h"

extern const struct page page_posts;
extern const struct page page_new_post;
extern const struct page page_post;
extern const struct page page_edit_post;
extern const struct page page_post_audience;

/* Writes an ask as a row of a list. */
void ask_row(struct view *view, const json_t *post);

#endif
