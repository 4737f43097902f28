#include "common/db/db.h"
#include "common/reply/reply.h"
#include "services/notifications/handlers.h"

/* Messages that are due, and those with a retry within the day. A message that is only
 * due later does not wait. Both topics are named so that the index on topic and time
 * is used. */
#define WAITING \
	SQL(" FROM outbox WHERE status = 'pending' AND topic IN ('mail', 'notice')" \
	    " AND next_attempt_at <= now() + interval '1 day'" \
	    " AND (next_attempt_at <= now() OR attempts > 0)")

/* Each count uses a partial index of exactly these rows. A reminder waits since it was
 * due, not since it was written. */
STATEMENT(COUNT_MESSAGES,
	"SELECT (SELECT count(*)" WAITING ") AS pending,"
	" (SELECT count(*) FROM outbox WHERE status = 'failed') AS failed,"
	" (SELECT count(*) FROM outbox WHERE status = 'sent'"
	" AND sent_at > now() - interval '1 hour') AS sent_last_hour,"
	" (SELECT min(CASE WHEN payload ? 'moment' THEN next_attempt_at ELSE created_at"
	" END)"
	WAITING ") AS oldest_pending_at");

enum problem
admin_outbox_stats(struct call *call, const void *input)
{
	(void)input;
	return reply_row(call, db_query_plain(call, COUNT_MESSAGES), 0, NULL);
}
