/*
 * event_sweep.h - events that have ended move from the lists of those to come to those of past
 * ones, every second.
 */
#ifndef KITH_SERVICES_EVENTS_EVENT_EVENT_SWEEP_H
#define KITH_SERVICES_EVENTS_EVENT_EVENT_SWEEP_H

#include "common/db/db.h"

/* The step of the service's task, of at most EVENT_SWEEP_BATCH events; whether there may be
 * more. */
#define EVENT_SWEEP_BATCH 1000
bool event_sweep_step(struct call *call);

#endif
