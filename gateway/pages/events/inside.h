/*
 * inside.h - shared by the pages of events.
 */
#ifndef KITH_GATEWAY_PAGES_EVENTS_INSIDE_H
#define KITH_GATEWAY_PAGES_EVENTS_INSIDE_H

#include <string.h>

#include "gateway/components/components.h"
#include "gateway/pages/events/events.h"

static inline bool
event_is(const json_t *event, const char *name, const char *value)
{
	return strcmp(view_text(event, name), value) == 0;
}

/* ---- when.c: times where the event takes place ---- */

/* Writes the start, the end and the time zone as facts. A script adds the reader's own
 * time if it differs. */
void event_put_times(struct view *view, const json_t *event);

/* "Thursday, 1 July 2027, 19:00", in the event's time zone. */
const char *event_when(struct view *view, const json_t *event);

/* The day of the month on which it starts, in digits. */
const char *event_day(struct view *view, const json_t *event);

/* The first time of the wire that is a whole number of weeks after the start, at the same
 * hour of the event's zone, and not over. */
const char *event_again(struct view *view, const json_t *event);

/* ---- parts.c ---- */

/* "In person", "Online", "In person and online" */
const char *event_how(const json_t *event);

/* A path below that of an event: "/events/evt_1/edit". */
const char *event_path(struct view *view, const json_t *event, const char *below);

/* Writes the host as a link: an organization or a member. */
void event_put_host(struct view *view, const json_t *event);

/* ---- attend.c: going, and the waiting list ---- */

extern const struct form event_form_go;
extern const struct form event_form_stay;

/* Writes the visitor's attendance and the possible changes. */
void event_put_answer(struct view *view, const json_t *event);

/* ---- manage.c: for those who manage an event ---- */

extern const struct form event_form_publish;
extern const struct form event_form_cancel;
extern const struct form event_form_cover;
extern const struct form event_form_no_cover;

void event_put_managing(struct view *view, const json_t *event);

#endif
