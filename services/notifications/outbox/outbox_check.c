#include "common/reply/reply.h"
#include "services/notifications/handlers.h"

/* A message that waits for a retry is due then. Both topics are named so that the
 * index on topic and time is used. */
STATEMENT(FIND_LATE,
		"SELECT EXISTS (SELECT FROM outbox WHERE status = 'pending'"
	" AND topic IN ('mail', 'notice')"
	" AND next_attempt_at < now() - interval '15 minutes') AS late");

/* Reports whether messages are overdue, so that an operator has to look. */
enum problem
outbox_check(struct call *call, const void *input)
{
	(void)input;
	return reply_row(call, db_query_plain(call, FIND_LATE), 0, NULL);
}
