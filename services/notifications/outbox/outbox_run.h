/*
 * outbox_run.h - the steps of the service's tasks; each answers whether there may be more to do.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_RUN_H
#define KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_RUN_H

#include "common/db/db.h"

/* Delivers a batch of what is due; until one is empty there may be more. Each message has a call of
 * its own, so the step itself does not fail. */
bool outbox_deliver_step(struct call *call);

/* Removes messages that were sent long ago, 10,000 at most. */
bool outbox_prune_step(struct call *call);

/* Removes answers that were kept for a day, of all services; likewise. */
bool outbox_prune_idempotency_step(struct call *call);

#endif
