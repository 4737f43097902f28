/*
 * events.h - the pages of events.
 */
#ifndef KITH_GATEWAY_PAGES_EVENTS_EVENTS_H
#define KITH_GATEWAY_PAGES_EVENTS_EVENTS_H

#include "gateway/web/page.h"

extern const struct page page_event;

#endif
