/*
 * outbox_run.h - the task that looks into the outbox for as long as the service runs.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_RUN_H
#define KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_RUN_H

/* Delivers at every notification of the database, and every five seconds without one. */
void outbox_run(const volatile int *stop);

#endif
