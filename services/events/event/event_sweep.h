/*
 * event_sweep.h - marks events as ended, which moves them from the lists of upcoming
 * events to those of past ones.
 */
#ifndef KITH_SERVICES_EVENTS_EVENT_EVENT_SWEEP_H
#define KITH_SERVICES_EVENTS_EVENT_EVENT_SWEEP_H

#include "common/db/db.h"

/* A step of the service's task, for at most EVENT_SWEEP_BATCH events; returns whether
 * there may be more. */
#define EVENT_SWEEP_BATCH 1000
bool event_sweep_step(struct call *call);

#endif
