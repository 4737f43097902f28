/*
 * rsvp_remind.h - those who are going are reminded a day before the event starts.
 *
 * A reminder is written when it is due, for all at once. So nothing need be taken back when
 * somebody cancels or the event moves before, and an RSVP writes no message. Who was reminded and
 * hears of another start is not reminded of that within 20 hours: otherwise whoever manages an event
 * could mail everybody as often as they move it.
 */
#ifndef KITH_SERVICES_EVENTS_RSVP_RSVP_REMIND_H
#define KITH_SERVICES_EVENTS_RSVP_RSVP_REMIND_H

#include "common/db/db.h"

/* The step of the service's task, of one event; whether there may be more. */
bool rsvp_remind_step(struct call *call);

#endif
