/*
 * change_notices.h - notices of a new time or place, without one notice per change.
 *
 * The first change sends a notice at once. Further changes within 15 minutes are
 * collected into one notice, which a task sends (0170_events_changes.sql). Shortly before
 * the event starts the first change sends a notice at once regardless, and later changes
 * wait one minute. A notice names the event only: the link shows the event as it is when
 * the reader opens it.
 */
#ifndef KITH_SERVICES_EVENTS_CHANGE_NOTICES_CHANGE_NOTICES_H
#define KITH_SERVICES_EVENTS_CHANGE_NOTICES_CHANGE_NOTICES_H

#include "common/db/db.h"

/* Notifies everyone who is going, except the caller, that the event has moved: now or
 * later. `soon`: it starts, or would have started, within an hour. The caller holds the
 * event's lock. */
void change_notices_send(struct call *call, const struct uuid *event, bool soon);

/* One step of the service's task: sends the notices of one event. Returns whether to run
 * again. */
bool change_notices_step(struct call *call);

#endif
