/*
 * message_sql.h - the outbox message as administrators see it.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_OUTBOX_MESSAGE_SQL_H
#define KITH_SERVICES_NOTIFICATIONS_OUTBOX_MESSAGE_SQL_H

#include "common/db/statement.h"

/* Administrators see the kind or template, but neither text nor recipient. */
#define MESSAGE_COLUMNS \
	SQL("o.id, o.topic, coalesce(o.payload ->> 'kind', o.payload ->> 'template') AS" \
	" name," \
	    " o.status, o.attempts::bigint AS attempts, o.last_error," \
	    " o.created_at, CASE WHEN o.status = 'pending' THEN o.next_attempt_at" \
	    " END AS next_attempt_at")

#endif
