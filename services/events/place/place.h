/*
 * place.h - places at an event. Whoever calls these holds the event's lock (event/event.h).
 */
#ifndef KITH_SERVICES_EVENTS_PLACE_PLACE_H
#define KITH_SERVICES_EVENTS_PLACE_PLACE_H

#include "common/db/db.h"

/* Gives the places that are free, until the event starts, to those who have waited longest, and
 * tells them. Answers how many. */
int64_t place_promote(struct call *call, const struct uuid *event);

/* Takes the places back of those who may not go any more: the suspended, and at an event for the
 * members of its organization everybody else. */
void place_release(struct call *call, const struct uuid *event);

#endif
