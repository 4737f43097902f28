/*
 * progress.h - the pages of progress entries.
 */
#ifndef KITH_GATEWAY_PAGES_PROGRESS_PROGRESS_H
#define KITH_GATEWAY_PAGES_PROGRESS_PROGRESS_H

#include "gateway/web/page.h"

extern const struct page page_progress;
extern const struct page page_new_entry;
extern const struct page page_entry;
extern const struct page page_edit_entry;
extern const struct page page_entry_audience;

/* Writes an entry as a row of a list. */
void progress_row(struct view *view, const json_t *entry);

/* Writes the entries of an answer along a line, by the days when they happened, latest
 * first. */
void timeline_put(struct view *view, const json_t *answer);

#endif
