#include "services/events/calendar/feed.h"
#include "services/events/handlers.h"

STATEMENT(FIND_FEED,
	"SELECT generation FROM calendar_feeds WHERE member_id = $1");

/* Answers the URL of the caller's feed. */
enum problem
calendar_get(struct call *call, const void *input)
{
	struct rows *rows = db_query(call, FIND_FEED, DB_CALLER(call));

	(void)input;
	return feed_answer(
		call, rows->count == 0 ? 0 : row_integer(rows, 0, "generation"));
}
