/*
 * mail_message.h - the format of mails on the wire (RFC 5322, MIME: RFC 2045 to 2047).
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_MAIL_MAIL_MESSAGE_H
#define KITH_SERVICES_NOTIFICATIONS_MAIL_MAIL_MESSAGE_H

#include "common/base/arena.h"
#include "services/notifications/mail/mail_text.h"

struct mail_message {
	/* of the outbox row; the Message-ID is made from it, so that a repeated mail
	 * has the same one */
	struct uuid id;
	int64_t created_at_us; /* for the Date header */
	const char *from;      /* an address */
	struct text to_address;
	struct text to_name; /* may be absent */
	/* the one-click unsubscribe link (RFC 8058); NULL = none */
	const char *unsubscribe;
	struct mail_text text;
};

/* Writes the complete message with CRLF line ends. Returns false when an address is
 * invalid. Headers take only values that were checked here, because libcurl 7.88 turns
 * a line break in an address into SMTP commands. */
bool mail_message_write(struct buffer *out, const struct mail_message *mail);

#endif
