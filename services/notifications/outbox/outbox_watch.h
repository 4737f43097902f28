/*
 * outbox_watch.h - metrics of the outbox and the database.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_WATCH_H
#define KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_WATCH_H

#include "common/db/db.h"

/* Mails that wait because the mail server does not work. Their attempts are spaced, so
 * the time of the next one says nothing of the wait. A reminder is written long before it
 * is due, so its time of writing says nothing either. */
#define OUTBOX_HELD_UP SQL(" FROM outbox WHERE held_up AND NOT payload ? 'moment'")

/* The step of a task. Reads the metrics, and returns false. */
bool outbox_watch_step(struct call *call);

/* Whether the database server had no disk space at its last check; false before the
 * first. */
bool outbox_watch_disk_full(void);

/* Appends the last values; nothing before the first step. */
void outbox_watch_figures(struct buffer *out);

#endif
