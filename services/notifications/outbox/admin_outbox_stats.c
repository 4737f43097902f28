#include "common/db/db.h"
#include "common/reply/reply.h"
#include "services/notifications/handlers.h"

/* What is due, or was tried and will be tried again, which is less than a day away; what will be
 * due some time later does not wait. From an index on topic and time: both topics are named, so
 * that it is used. */
#define WAITS \
	" FROM outbox WHERE status = 'pending' AND topic IN ('mail', 'notice')" \
	" AND next_attempt_at <= now() + interval '1 day'" \
	" AND (next_attempt_at <= now() OR attempts > 0)"

/* Each number from an index of just those rows. A reminder waits since it was due, not since it
 * was written. */
STATEMENT(COUNT_MESSAGES,
	"SELECT (SELECT count(*)" WAITS ") AS pending,"
	" (SELECT count(*) FROM outbox WHERE status = 'failed') AS failed,"
	" (SELECT count(*) FROM outbox WHERE status = 'sent'"
	" AND sent_at > now() - interval '1 hour') AS \"sentLastHour\","
	" (SELECT min(CASE WHEN payload ? 'moment' THEN next_attempt_at ELSE created_at END)" WAITS
	") AS \"oldestPendingAt\"");

/* The outbox in numbers. */
enum problem
admin_outbox_stats(struct call *call, const void *input)
{
	(void)input;
	return reply_row(call, db_query_plain(call, COUNT_MESSAGES), 0, NULL);
}
