/*
 * seats.h - seats at an event and its waiting list. The caller holds the event's lock
 * (event/event.h).
 */
#ifndef KITH_SERVICES_EVENTS_SEATS_SEATS_H
#define KITH_SERVICES_EVENTS_SEATS_SEATS_H

#include "common/db/db.h"

/* Gives free seats to the members who have waited longest and notifies them, until the
 * event starts. Returns how many were promoted. */
int64_t seats_promote(struct call *call, const struct uuid *event);

/* Cancels the RSVPs of members who may not attend any more: suspended members and, at an
 * event for an organization's members, everyone who has left it. */
void seats_release(struct call *call, const struct uuid *event);

#endif
