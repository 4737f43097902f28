/*
 * outbox_letter.h - turns a claimed outbox row into a mail, unless nobody should get it.
 *
 * Recipient and contents are looked up when the mail is sent. So a suspension, a new
 * address, new preferences and lost access take effect on mails that were written before.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_LETTER_H
#define KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_LETTER_H

#include "common/db/db.h"
#include "services/notifications/mail/mail_deliver.h"

enum outbox_letter_fate {
	LETTER_SEND,
	LETTER_NOT_WANTED, /* nobody should get it; it counts as sent */
	LETTER_WRONG,      /* it cannot be sent now; .error has the reason */
	LETTER_NO_MAILBOX, /* the server refused its address recently */
};

struct outbox_letter {
	struct mail_order order;
	struct buffer message;
	/* the address was refused recently, but mails about accounts are sent anyway */
	bool was_refused;
	const char *error;
};

/* Composes the letter of a row of outbox_lease_claim(), in the arena of the call. */
enum outbox_letter_fate outbox_letter_write(struct call *call, const struct rows *claimed,
	int row, struct outbox_letter *letter);

/* Records a permanent refusal of an address. It gets no optional mails for 30 days. */
void
outbox_letter_refused(struct call *call, const struct text *address, const char *reason);

/* Deletes the refusal of an address whose server has accepted a mail. */
void outbox_letter_accepted(struct call *call, const struct text *address);

#endif
