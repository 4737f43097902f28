/*
 * outbox_deliver.h - shared by the delivery of notices and of mails.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_DELIVER_H
#define KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_DELIVER_H

#include "services/notifications/outbox/outbox_lease.h"

#define OUTBOX_NOTICES 500 /* per statement */

/* Makes a call for one message or batch. A failure in it does not affect other calls. */
struct call outbox_call(struct db *db, struct arena *arena);

/* Whether a statement of the call failed, so that its last statements had no effect. */
bool outbox_broken(const struct call *call);

/* Delivers a batch of notices. Returns how many it claimed. Sets `*alive` to false
 * when the database fails; claimed messages then wait until the lease ends. */
int outbox_notices(struct db *db, struct arena *arena, bool *alive);

#endif
