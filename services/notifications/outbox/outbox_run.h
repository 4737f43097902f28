/*
 * outbox_run.h - the steps of the service's tasks; each answers whether there may be more to do.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_RUN_H
#define KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_RUN_H

#include "common/db/db.h"
#include "services/notifications/smtp/smtp.h"

/* Says where mails go, before the first of the steps below: to a server over so many connections,
 * or into files with NULL. */
void outbox_run_prepare(struct smtp *smtp, int connections);

/* Delivers a batch of the notices that are due; until one is empty there may be more. Each batch
 * has a call of its own, so the step itself does not fail. */
bool outbox_notices_step(struct call *call);

/* Sends mails for a second; there may be more until none is due or under way. */
bool outbox_mails_step(struct call *call);

/* Waits for what is under way and claims nothing, before the process ends. */
bool outbox_mails_finish(struct call *call);

/* Writes the digests that are due, 500 at most. */
bool outbox_digest_step(struct call *call);

/* Removes messages that were sent or failed long ago, 10,000 at most. */
bool outbox_prune_step(struct call *call);

/* Removes answers that were kept for a day, of all services; likewise. */
bool outbox_prune_idempotency_step(struct call *call);

/* Removes notifications that are a year old, 1,000 at most. */
bool outbox_prune_inbox_step(struct call *call);

/* Removes refusals of addresses that are out of date, or more than are kept; likewise. */
bool outbox_prune_suppressions_step(struct call *call);

#endif
