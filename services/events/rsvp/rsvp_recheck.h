/*
 * rsvp_recheck.h - rechecks RSVPs after a suspension, a change of an organization's
 * members, or the end of an account (0060_events.sql).
 */
#ifndef KITH_SERVICES_EVENTS_RSVP_RSVP_RECHECK_H
#define KITH_SERVICES_EVENTS_RSVP_RSVP_RECHECK_H

#include "common/db/db.h"

/* A step of the service's task, for one event; returns whether there may be more. */
bool rsvp_recheck_step(struct call *call);

#endif
