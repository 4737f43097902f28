#include "common/reply/reply.h"
#include "services/notifications/handlers.h"
#include "services/notifications/outbox/outbox_watch.h"

/* A message that waits for a retry is due then, one that waits for the mail server at
 * once. Both topics are named so that the index on topic and time is used. */
STATEMENT(FIND_LATE,
		"SELECT EXISTS (SELECT FROM outbox WHERE status = 'pending'"
	" AND topic IN ('mail', 'notice')"
	" AND next_attempt_at < now() - interval '15 minutes')"
	" OR EXISTS (SELECT" OUTBOX_HELD_UP
	" AND created_at < now() - interval '15 minutes') AS late,"
	" $1::boolean AS disk_full");

/* Reports whether messages are overdue or cannot be stored, so that an operator has to
 * look. */
enum problem
outbox_check(struct call *call, const void *input)
{
	(void)input;
	return reply_row(call,
		db_query(call, FIND_LATE, DB_FLAG(outbox_watch_disk_full())), 0, NULL);
}
