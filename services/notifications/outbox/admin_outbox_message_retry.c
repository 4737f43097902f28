#include <string.h>

#include "common/outbox/outbox.h"
#include "common/reply/reply.h"
#include "services/notifications/handlers.h"
#include "services/notifications/outbox/message_sql.h"

STATEMENT(LOCK,
	"SELECT status FROM outbox WHERE id = $1 FOR UPDATE");

/* Grants all ten attempts again. A message that is being delivered keeps its lease. */
STATEMENT(RETRY,
	"UPDATE outbox SET status = 'pending', attempts = 0, next_attempt_at = now(),"
	" held_up = false WHERE id = $1");

/* A retry implies that the address works again. */
STATEMENT(FORGIVE,
	"DELETE FROM mail_suppressions s USING outbox o LEFT JOIN members m"
	" ON m.id = (o.payload ->> 'recipient')::uuid"
	" WHERE o.id = $1 AND o.topic = 'mail' AND s.cause = 'refused'"
	" AND s.address = lower(coalesce(m.email, o.payload ->> 'toAddress'))");

STATEMENT(WAKE,
	"SELECT pg_notify('kith_outbox', '')::text");

STATEMENT(FIND,
	"SELECT " MESSAGE_COLUMNS " FROM outbox o WHERE o.id = $1");

/* Schedules a failed or waiting message for immediate delivery. */
enum problem
admin_outbox_message_retry(struct call *call, const void *input)
{
	const struct admin_outbox_message_retry_in *in = input;
	struct rows *rows = db_query(call, LOCK, DB_ID(in->id));

	if (rows->count == 0)
		return call_fail(call, PROBLEM_OUTBOX_MESSAGE_NOT_FOUND, NULL);
	if (strcmp(row_text(rows, 0, "status").data, "sent") == 0)
		return call_fail(call, PROBLEM_INVALID_TRANSITION,
			"the message has been sent and cannot become pending");
	db_query(call, RETRY, DB_ID(in->id));
	db_query(call, FORGIVE, DB_ID(in->id));
	db_query_plain(call, WAKE);
	audit_write(call, AUDIT_OUTBOX_MESSAGE_RETRY, &in->id.uuid);
	return reply_row(call, db_query(call, FIND, DB_ID(in->id)), 0, NULL);
}
