/*
 * outbox_searches.h - the contents of a mail about saved searches.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_SEARCHES_H
#define KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_SEARCHES_H

#include "common/db/db.h"

/* Reads what a member's searches find of a period, newest first, with the columns title,
 * body, detail and page. */
struct rows *outbox_searches_read(struct call *call, const struct uuid *reader,
	const struct text *from, const struct text *to);

#endif
