#include "common/db/db.h"
#include "common/reply/reply.h"
#include "services/notifications/handlers.h"

#define HOUR SQL("interval '1 hour'")

STATEMENT(BEGIN_HISTORY,
	"SELECT $1::uuid AS id, date_trunc('hour', now()) - 23 * " HOUR " AS since");

/* Each count uses a partial index of exactly these rows. */
STATEMENT(COUNT_HOURS,
	"SELECT $1::uuid AS parent, h AS starts_at,"
	" (SELECT count(*) FROM outbox WHERE status = 'sent'"
	" AND sent_at >= h AND sent_at < h + " HOUR ") AS sent,"
	" (SELECT count(*) FROM outbox WHERE status = 'failed'"
	" AND failed_at >= h AND failed_at < h + " HOUR ") AS failed"
	" FROM generate_series(date_trunc('hour', now()) - 23 * " HOUR ","
	" date_trunc('hour', now()), " HOUR ") h ORDER BY h");

/* Counts sent and failed messages for each of the last 24 hours. */
enum problem
admin_outbox_history(struct call *call, const void *input)
{
	struct rows *history = db_query(call, BEGIN_HISTORY, DB_CALLER(call));
	const struct reply_children hours = {
		"hours", db_query(call, COUNT_HOURS, DB_CALLER(call)), "parent"};

	(void)input;
	return reply_row(call, history, 0,
		&(const struct reply_parts){.children = &hours, .child_count = 1});
}
