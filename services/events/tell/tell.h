/*
 * tell.h - those who are going are told of a new time or place, but not of each.
 *
 * The first change is told with the change itself. Whoever is told is then left alone for a quarter
 * of an hour; a task tells of all that changed meanwhile in one notice, when that has passed
 * (0170_events_changes.sql). When the event is about to start, that would be too late: then the
 * first change is told at once, whatever was told before, and what follows after a minute. A notice
 * holds nothing of the change: what it leads to is the event as it is then.
 */
#ifndef KITH_SERVICES_EVENTS_TELL_TELL_H
#define KITH_SERVICES_EVENTS_TELL_TELL_H

#include "common/db/db.h"

/* Tells those who are going, except the caller, that the event has moved: now, or later. `soon` is
 * whether it starts, or would have started, within the hour. The caller holds the event's lock. */
void tell_moved(struct call *call, const struct uuid *event, bool soon);

/* The step of the service's task, of one event; whether there may be more. */
bool tell_step(struct call *call);

#endif
