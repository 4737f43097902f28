/*
 * calendar.h - events as an iCalendar file (RFC 5545).
 */
#ifndef KITH_SERVICES_EVENTS_CALENDAR_CALENDAR_H
#define KITH_SERVICES_EVENTS_CALENDAR_CALENDAR_H

#include "common/db/db.h"
#include "services/events/event/event_sql.h"

/* The columns of an event `e` (event_sql.h) in a file. */
#define CALENDAR_COLUMNS(admin) SQL(EVENT_COLUMNS(admin) ", e.sequence::int8")

/* The size limit of a file. Events beyond it are left out. */
#define CALENDAR_BYTES_MAX ((size_t)1024 * 1024)

/* Answers a file of these rows. `name` is the name of a calendar for subscription; NULL
 * for a file about a single event. */
enum problem
calendar_answer(struct call *call, const struct rows *events, const struct text *name);

#endif
