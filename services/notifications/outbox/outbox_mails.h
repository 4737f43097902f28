/*
 * outbox_mails.h - sends the mails of the outbox to a server, or writes them to files.
 *
 * Several mails are in transit at once, each in a slot of its own, and no transaction is
 * open meanwhile. A slow mail blocks only its own slot. While the server is unavailable,
 * single mails test it, and all others wait without using up attempts.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_MAILS_H
#define KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_MAILS_H

#include "common/db/db.h"
#include "services/notifications/smtp/smtp.h"

struct outbox_mailer;

/* The mailer owns `smtp`, which has `slots` connections. NULL: mails are written to
 * files. */
struct outbox_mailer *outbox_mailer_new(struct smtp *smtp, int slots);

/* Records results, claims as many mails as there are free slots, and waits up to
 * `wait_ms` for further results. Returns the number of mails claimed or finished;
 * outbox_mailer_busy() counts those in transit. Sets `*alive` to false when the
 * database fails. */
int outbox_mailer_turn(struct outbox_mailer *mailer, struct db *db, struct arena *arena,
	int wait_ms, bool *alive);

/* The same without claiming. */
int outbox_mailer_settle(struct outbox_mailer *mailer, struct db *db, struct arena *arena,
	int wait_ms, bool *alive);

int outbox_mailer_busy(const struct outbox_mailer *mailer);

void outbox_mailer_free(struct outbox_mailer *mailer);

#endif
