/*
 * outbox_run.h - the steps of the service's tasks. Each returns whether there may be more
 * to do.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_RUN_H
#define KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_RUN_H

#include "common/db/db.h"
#include "services/notifications/smtp/smtp.h"

/* Sets the destination of mails before the first step: a server with `connections`
 * connections, or files when `smtp` is NULL. */
void outbox_run_prepare(struct smtp *smtp, int connections);

/* Delivers a batch of due notices. Each batch has its own call, so the step itself
 * does not fail. */
bool outbox_notices_step(struct call *call);

/* Sends mails for a second. */
bool outbox_mails_step(struct call *call);

/* Waits for mails in transit without claiming more, before the process ends. */
bool outbox_mails_finish(struct call *call);

/* Moves at most 1,000 mails to an address up by one turn: one step a minute. */
bool outbox_turns_step(struct call *call);

/* Writes at most 500 due digests. */
bool outbox_digest_step(struct call *call);

/* Writes at most 500 due mails about saved searches. */
bool outbox_searches_step(struct call *call);

/* Removes at most 10,000 messages that were sent or failed long ago. */
bool outbox_prune_step(struct call *call);

/* Removes at most 10,000 idempotency results of all services that are older than a
 * day. */
bool outbox_prune_idempotency_step(struct call *call);

/* Removes at most 1,000 notifications that are older than a year. */
bool outbox_prune_inbox_step(struct call *call);

/* Removes outdated and surplus suppressions of addresses. */
bool outbox_prune_suppressions_step(struct call *call);

#endif
