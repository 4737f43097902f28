/*
 * outbox_deliver.h - one look into the outbox.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_DELIVER_H
#define KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_DELIVER_H

#include "common/db/db.h"

/* Delivers what is due, at most OUTBOX_BATCH messages; answers how many it took. */
#define OUTBOX_BATCH 16
int outbox_deliver(struct call *call);

/* How long to wait after try number `attempts` (from 1), without the jitter. */
int64_t outbox_wait_s(int64_t attempts);

#endif
