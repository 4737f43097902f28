/*
 * calendar.h - events as one iCalendar file (RFC 5545).
 */
#ifndef KITH_SERVICES_EVENTS_CALENDAR_CALENDAR_H
#define KITH_SERVICES_EVENTS_CALENDAR_CALENDAR_H

#include "common/db/db.h"
#include "services/events/event/event_sql.h"

/* What a file says of an event `e`; see event_sql.h. */
#define CALENDAR_COLUMNS(admin) SQL(EVENT_COLUMNS(admin) ", e.sequence::int8")

/* A file is 1 MiB at most: what does not fit any more is left out. */
#define CALENDAR_BYTES_MAX ((size_t)1024 * 1024)

/* Answers a file of these rows. `name` is what the calendar is called, NULL for a file that is no
 * calendar to subscribe to, but a message about its one event. */
enum problem
calendar_answer(struct call *call, const struct rows *events, const char *name);

#endif
