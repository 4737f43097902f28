/*
 * mail_deliver.h - a mail of the outbox as the message that travels, and its way into a file.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_MAIL_MAIL_DELIVER_H
#define KITH_SERVICES_NOTIFICATIONS_MAIL_MAIL_DELIVER_H

#include "common/base/arena.h"
#include "services/notifications/mail/mail_text.h"

/* A row of the outbox of the topic "mail"; texts are absent where it has none. */
struct mail_order {
	struct uuid id;
	int64_t created_at_us;
	struct text to_address, to_name;
	const char *name; /* of the template, or the kind of notification */
	const char
		*unsubscribe; /* the address that ends such mails; NULL = nothing does */

	/* A mail of notifications says these... */
	const struct mail_item *items;
	size_t item_count; /* 0 = it is made of its template */
	int64_t more;      /* of a digest: how many it does not show */
	bool digest;

	/* ...and any other these. */
	struct text link_path;
	struct text note;          /* what a person wrote */
	struct text sealed_secret; /* see common/outbox/outbox.h */
};

/* Writes the message. NULL, or a sentence for the administrators that names no secret. */
const char *
mail_compose(struct arena *arena, const struct mail_order *order, struct buffer *message);

/* Writes the message into its file. NULL once it is there for good, or such a sentence. */
const char *mail_to_file(struct arena *arena, const struct mail_order *order,
	const struct buffer *message);

#endif
