#include "common/reply/reply.h"
#include "services/notifications/handlers.h"
#include "services/notifications/inbox/unread.h"

STATEMENT(COUNT_UNREAD,
	"SELECT coalesce((SELECT c.unread FROM inbox_counts c WHERE c.member_id = $1), 0)"
	" AS unread");

enum problem
unread_answer(struct call *call)
{
	return reply_row(call, db_query(call, COUNT_UNREAD, DB_CALLER(call)), 0, NULL);
}

/* Reads a stored number; nothing is counted. */
enum problem
notification_count(struct call *call, const void *input)
{
	(void)input;
	return unread_answer(call);
}
