/*
 * message_sql.h - a message of the outbox as administrators see it.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_OUTBOX_MESSAGE_SQL_H
#define KITH_SERVICES_NOTIFICATIONS_OUTBOX_MESSAGE_SQL_H

#include "common/db/statement.h"

/* What it says and to whom is not theirs to read: the name of the kind or the template is. */
#define MESSAGE_COLUMNS \
	SQL("o.id, o.topic, coalesce(o.payload ->> 'kind', o.payload ->> 'template') AS name," \
	    " o.status, o.attempts::bigint AS attempts, o.last_error," \
	    " o.created_at," \
	    " CASE WHEN o.status = 'pending' THEN o.next_attempt_at END AS next_attempt_at")

#endif
