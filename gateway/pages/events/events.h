/*
 * events.h - the pages of events.
 */
#ifndef KITH_GATEWAY_PAGES_EVENTS_EVENTS_H
#define KITH_GATEWAY_PAGES_EVENTS_EVENTS_H

#include "gateway/web/page.h"

extern const struct page page_events;
extern const struct page page_new_event;
extern const struct page page_calendar;
extern const struct page page_event;
extern const struct page page_edit_event;
extern const struct page page_copy_event;
extern const struct page page_guests;

/* Writes an event as a row of a list. */
void event_row(struct view *view, const json_t *event);

#endif
