/*
 * ics.h - the lines of an iCalendar file (RFC 5545, section 3.1): folded at 75 bytes, and texts so
 * escaped that nothing a member wrote can end one line and begin another.
 */
#ifndef KITH_SERVICES_EVENTS_CALENDAR_ICS_H
#define KITH_SERVICES_EVENTS_CALENDAR_ICS_H

#include "common/base/arena.h"

/* A line as it stands, "BEGIN:VEVENT"; what is printed into it holds no text of a member. */
void ics_line(struct buffer *out, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* A property whose value is a text. */
void ics_text(struct buffer *out, const char *name, const struct text *text);

/* `NAME;PARAMETER="text":value` */
void ics_named(struct buffer *out, const char *name, const char *parameter,
	const struct text *text, const char *value);

/* "20261025T013000" of seconds since 1970, whose text is local or, with a Z behind it, UTC. */
#define ICS_TIME_SIZE 16
void ics_time(char out[ICS_TIME_SIZE], int64_t seconds);

#endif
