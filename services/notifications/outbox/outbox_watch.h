/*
 * outbox_watch.h - the outbox and the database in figures.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_WATCH_H
#define KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_WATCH_H

#include "common/db/db.h"

/* The step of a task: looks, and answers that there is no more to do. */
bool outbox_watch_step(struct call *call);

/* Appends what the last look found; nothing before the first. */
void outbox_watch_figures(struct buffer *out);

#endif
