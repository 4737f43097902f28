/*
 * outbox_deliver.h - one look into the outbox.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_DELIVER_H
#define KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_DELIVER_H

#include "services/notifications/outbox/outbox_lease.h"

#define OUTBOX_MAILS 16    /* at once */
#define OUTBOX_NOTICES 500 /* in one statement */

/* Delivers what is due: at most one batch of notices and one of mails. Answers how many messages
 * it took, and 0 when the database failed it. */
int outbox_deliver(struct db *db, struct arena *arena);

/* A call for one message or one batch, which shares no failure with another one. */
struct call outbox_call(struct db *db, struct arena *arena);

/* Whether the call met a failure, so that its last statements had no effect. */
bool outbox_broken(const struct call *call);

/* ---- the two topics ---- */

/* A batch of each; `*alive` is set to false when the database no longer answers as it should,
 * and what was claimed waits until the lease ends. */
int outbox_notices(struct db *db, struct arena *arena, bool *alive);
int outbox_mails(struct db *db, struct arena *arena, bool *alive);

/* The mail of a row of outbox_lease_claim(). False when what became of it could not be noted. */
bool outbox_mail_one(struct db *db, const struct outbox_lease *lease,
	const struct rows *rows, int row);

#endif
