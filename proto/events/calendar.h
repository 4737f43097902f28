/*
 * calendar.h - events as iCalendar files (RFC 5545), and a private calendar feed for each
 * member.
 */
#ifndef KITH_PROTO_EVENTS_CALENDAR_H
#define KITH_PROTO_EVENTS_CALENDAR_H

#include "proto/op.h"

#define EVENT_CALENDAR_OPS(OP) \
	OP(event_calendar) \
	OP(calendar_get) \
	OP(calendar_rotate) \
	OP(calendar_feed)

struct event_calendar_in {
	struct identifier id;
};

struct calendar_feed_in {
	struct text file; /* the secret and ".ics" */
};

#endif
