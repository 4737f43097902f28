#include "services/events/calendar/feed.h"
#include "services/events/handlers.h"

STATEMENT(NEXT_FEED,
	"INSERT INTO calendar_feeds AS f (member_id, generation) VALUES ($1, 1)"
	" ON CONFLICT (member_id) DO UPDATE SET generation = f.generation + 1"
	" RETURNING generation");

/* Answers a new URL and invalidates the previous one. */
enum problem
calendar_rotate(struct call *call, const void *input)
{
	struct rows *rows = db_query(call, NEXT_FEED, DB_CALLER(call));

	(void)input;
	if (rows->count == 0)
		return call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
	return feed_answer(call, row_integer(rows, 0, "generation"));
}
