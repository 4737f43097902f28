/*
 * outbox_mails.h - the mails of the outbox, on their way to a server or into files.
 *
 * Several are under way at once. While they are, no transaction is open, and a mail that the server
 * takes long over keeps only its own place. When the server itself does not work, one mail tries
 * it now and then, and all others wait without being tried.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_MAILS_H
#define KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_MAILS_H

#include "common/db/db.h"
#include "services/notifications/smtp/smtp.h"

struct outbox_mailer;

/* `smtp` may have `places` messages under way; NULL = mails become files. It goes with the
 * mailer. */
struct outbox_mailer *outbox_mailer_new(struct smtp *smtp, int places);

/* Notes the results of earlier mails, claims as many mails as there is room for, and waits up
 * to `wait_ms` for results to note. Answers how many mails it claimed or finished; mails under
 * way are counted by outbox_mailer_busy(). Sets `*alive` to false when the database fails. */
int outbox_mailer_turn(struct outbox_mailer *mailer, struct db *db, struct arena *arena,
	int wait_ms, bool *alive);

/* The same without claiming more. */
int outbox_mailer_settle(struct outbox_mailer *mailer, struct db *db, struct arena *arena,
	int wait_ms, bool *alive);

int outbox_mailer_busy(const struct outbox_mailer *mailer);

void outbox_mailer_free(struct outbox_mailer *mailer);

#endif
