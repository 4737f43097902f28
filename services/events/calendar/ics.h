/*
 * ics.h - the lines of an iCalendar file (RFC 5545, section 3.1). Lines are folded at 75
 * bytes, and text is escaped, so that a member's text cannot begin another line.
 */
#ifndef KITH_SERVICES_EVENTS_CALENDAR_ICS_H
#define KITH_SERVICES_EVENTS_CALENDAR_ICS_H

#include "common/base/arena.h"

/* Writes a line verbatim; its arguments must not contain text of members. */
void ics_line(struct buffer *out, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Writes a property with an escaped text value. */
void ics_text(struct buffer *out, const char *name, const struct text *text);

/* Writes `NAME;PARAMETER="text":value`. */
void ics_named(struct buffer *out, const char *name, const char *parameter,
	const struct text *text, const char *value);

/* Formats seconds since 1970 as "20261025T013000". Append Z for UTC. */
#define ICS_TIME_SIZE 16
void ics_time(char out[ICS_TIME_SIZE], int64_t seconds);

#endif
