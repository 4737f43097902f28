#include "common/reply/reply.h"
#include "services/notifications/handlers.h"

/* What waits for another try is due at that try. Both topics are named, so that the index on topic
 * and time is used. */
STATEMENT(FIND_LATE,
	"SELECT EXISTS (SELECT FROM outbox WHERE status = 'pending' AND topic IN ('mail', 'notice')"
	" AND next_attempt_at < now() - interval '15 minutes') AS late");

/* Whether somebody has to look after the outbox. */
enum problem
outbox_check(struct call *call, const void *input)
{
	(void)input;
	return reply_row(call, db_query_plain(call, FIND_LATE), 0, NULL);
}
