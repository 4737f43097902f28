/*
 * mail_message.h - a mail as the lines that travel (RFC 5322, MIME: RFC 2045 to 2047).
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_MAIL_MAIL_MESSAGE_H
#define KITH_SERVICES_NOTIFICATIONS_MAIL_MAIL_MESSAGE_H

#include "common/base/arena.h"
#include "services/notifications/mail/mail_text.h"

struct mail_message {
	struct uuid id; /* of the outbox row: the same mail has the same Message-ID */
	int64_t created_at_us; /* the Date */
	const char *from;      /* an address */
	struct text to_address;
	struct text to_name; /* may be absent */
	const char *
		unsubscribe; /* the address that ends such mails by one POST (RFC 8058); NULL */
	struct mail_text text;
};

/* The whole message, lines ended by CRLF. False when an address is none: no header is ever
 * built from what was not checked right here, and libcurl 7.88 would make commands of an address
 * with a line break in it. */
bool mail_message_write(struct buffer *out, const struct mail_message *mail);

#endif
