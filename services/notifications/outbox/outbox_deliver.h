/*
 * outbox_deliver.h - what the two topics of the outbox share.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_DELIVER_H
#define KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_DELIVER_H

#include "services/notifications/outbox/outbox_lease.h"

#define OUTBOX_NOTICES 500 /* in one statement */

/* A call for one message or one batch, which shares no failure with another one. */
struct call outbox_call(struct db *db, struct arena *arena);

/* Whether the call met a failure, so that its last statements had no effect. */
bool outbox_broken(const struct call *call);

/* Delivers a batch of notices. Answers how many it took; `*alive` is set to false when the
 * database does not answer as it should, and what was claimed waits until the lease ends. */
int outbox_notices(struct db *db, struct arena *arena, bool *alive);

#endif
