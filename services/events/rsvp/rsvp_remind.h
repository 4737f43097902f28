/*
 * rsvp_remind.h - reminds members a day before an event that they attend.
 *
 * The reminders of an event are written when they are due, all at once. So an RSVP writes
 * no message, and nothing must be withdrawn when a member cancels or the event moves
 * before that time. After a reminder there is none for a new start within 20 hours.
 * Otherwise the managers of an event could mail all attendees by moving it repeatedly.
 */
#ifndef KITH_SERVICES_EVENTS_RSVP_RSVP_REMIND_H
#define KITH_SERVICES_EVENTS_RSVP_RSVP_REMIND_H

#include "common/db/db.h"

/* A step of the service's task, for one event; returns whether there may be more. */
bool rsvp_remind_step(struct call *call);

#endif
