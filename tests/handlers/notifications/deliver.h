/*
 * deliver.h - one poll of the outbox, as the tasks of the service do it.
 */
#ifndef KITH_TEST_DELIVER_H
#define KITH_TEST_DELIVER_H

#include "services/notifications/outbox/outbox_deliver.h"
#include "services/notifications/outbox/outbox_mails.h"

#define MAILS_AT_ONCE 8

/* Delivers a batch of notices and one of mails, into files. Returns how many messages it
 * claimed, 0 after an error of the database. */
static inline int
deliver_once(struct db *db, struct arena *arena)
{
	struct outbox_mailer *mailer = outbox_mailer_new(NULL, MAILS_AT_ONCE);
	bool alive = true;
	int taken = outbox_notices(db, arena, &alive);

	if (alive)
		taken += outbox_mailer_turn(mailer, db, arena, 0, &alive);
	outbox_mailer_free(mailer);
	return alive ? taken : 0;
}

#endif
