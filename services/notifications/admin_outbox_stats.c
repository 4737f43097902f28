#include "common/db.h"
#include "common/reply.h"
#include "services/notifications/handlers.h"

/* Each number from an index of just those rows. */
static const char COUNT_MESSAGES[] =
	"SELECT (SELECT count(*) FROM outbox WHERE status = 'pending') AS pending,"
	" (SELECT count(*) FROM outbox WHERE status = 'failed') AS failed,"
	" (SELECT count(*) FROM outbox WHERE status = 'sent'"
	" AND sent_at > now() - interval '1 hour') AS \"sentLastHour\","
	" (SELECT min(created_at) FROM outbox WHERE status = 'pending') AS \"oldestPendingAt\"";

/* The outbox in numbers. */
enum problem
admin_outbox_stats(struct call *call, const void *input)
{
	(void)input;
	return reply_row(call, db_query_plain(call, COUNT_MESSAGES), 0, NULL);
}
