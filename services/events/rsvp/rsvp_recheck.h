/*
 * rsvp_recheck.h - who may still go, when a suspension, an organization's roster or the end of an
 * account has changed that (0060_events.sql).
 */
#ifndef KITH_SERVICES_EVENTS_RSVP_RSVP_RECHECK_H
#define KITH_SERVICES_EVENTS_RSVP_RSVP_RECHECK_H

#include "common/db/db.h"

/* The step of the service's task, of one event; whether there may be more. */
bool rsvp_recheck_step(struct call *call);

#endif
