/*
 * mail_deliver.h - composes the message of an outbox mail, and writes it to a file.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_MAIL_MAIL_DELIVER_H
#define KITH_SERVICES_NOTIFICATIONS_MAIL_MAIL_DELIVER_H

#include "common/base/arena.h"
#include "services/notifications/mail/mail_text.h"

/* An outbox row of the topic "mail". Texts that the row lacks are absent. */
struct mail_order {
	struct uuid id;
	int64_t created_at_us;
	struct text to_address;
	const char *name;        /* template, or kind of notification */
	const char *unsubscribe; /* the unsubscribe link; NULL = none */

	/* Mails of notifications only: */
	struct text to_name;
	const struct mail_item *items;
	size_t item_count; /* 0 = the mail is made from its template */
	int64_t more;      /* in a digest: the number of notifications not listed */
	bool digest;       /* or a mail about saved searches, which has only news */
	const struct mail_item *news; /* in a digest: what is new in the network */
	size_t news_count;

	/* All other mails: */
	struct text link_path;
	struct text note;          /* a person's text */
	struct text sealed_secret; /* encrypted, see common/outbox/outbox.h */
};

/* Composes the message. Returns NULL, or an error sentence for administrators
 * that contains no secret. */
const char *
mail_compose(struct arena *arena, const struct mail_order *order, struct buffer *message);

/* Writes the message to its file. Returns NULL once it is on disk, or an error
 * sentence. */
const char *mail_to_file(struct arena *arena, const struct mail_order *order,
	const struct buffer *message);

#endif
