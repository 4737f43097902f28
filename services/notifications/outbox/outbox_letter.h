/*
 * outbox_letter.h - a claimed mail as it is sent: to whom, whether at all, and what it says.
 *
 * All of that is looked up when it is sent, not when it was written: whoever was suspended since,
 * has another address, wants no more such mails or may no longer see what it is about is told no
 * more than that allows.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_LETTER_H
#define KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_LETTER_H

#include "common/db/db.h"
#include "services/notifications/mail/mail_deliver.h"

enum outbox_letter_fate {
	LETTER_SEND,
	LETTER_NOT_WANTED, /* nobody is to get it: it counts as sent */
	LETTER_WRONG,      /* it cannot be sent now, for the reason in .error */
	LETTER_NO_MAILBOX, /* its address was refused before */
};

struct outbox_letter {
	struct mail_order order;
	struct buffer message;
	bool was_refused; /* mail to the address, lately; yet this one is about an account */
	const char *error;
};

/* Makes one of a row of outbox_lease_claim(), in the arena of the call. */
enum outbox_letter_fate outbox_letter_write(struct call *call, const struct rows *claimed,
	int row, struct outbox_letter *letter);

/* The address was refused for good: it gets no notifications for a while. */
void
outbox_letter_refused(struct call *call, const struct text *address, const char *reason);

/* Mail was taken for an address that was refused before. */
void outbox_letter_taken(struct call *call, const struct text *address);

#endif
