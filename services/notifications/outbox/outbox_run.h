/*
 * outbox_run.h - the task that looks into the outbox for as long as the service runs.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_RUN_H
#define KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_RUN_H

#include "common/call/call.h"

/* Delivers at every notification of the database, and every five seconds without one. */
void outbox_run(const volatile int *stop);

/* Removes a batch of answers and messages that have had their time; true while there are more. */
#define OUTBOX_PRUNE_ROWS 10000
bool outbox_prune_once(struct call *call);

#endif
