/*
 * mail_deliver.h - a mail of the outbox, from its row to where mails go.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_MAIL_MAIL_DELIVER_H
#define KITH_SERVICES_NOTIFICATIONS_MAIL_MAIL_DELIVER_H

#include "common/base/arena.h"

/* A row of the outbox of the topic "mail"; texts are absent where it has none. */
struct mail_order {
	struct uuid id;
	int64_t created_at_us;
	struct text template_name;
	struct text to_address, to_name;
	struct text link_path;
	struct text note;          /* what a person wrote */
	struct text sealed_secret; /* see common/outbox/outbox.h */
};

/* NULL once the mail has been handed over for good, else a sentence for the administrators
 * that names no secret. */
const char *mail_deliver(struct arena *arena, const struct mail_order *order);

#endif
