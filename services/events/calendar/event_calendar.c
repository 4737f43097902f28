#include "services/events/calendar/calendar.h"
#include "services/events/handlers.h"

STATEMENT(FIND_EVENT,
	"SELECT " CALENDAR_COLUMNS("$3")
	" FROM " EVENT_TABLES
	" WHERE e.id = $2 AND " EVENT_VISIBLE("$3"));

enum problem
event_calendar(struct call *call, const void *input)
{
	const struct event_calendar_in *in = input;
	struct rows *rows = db_query(call, FIND_EVENT, DB_CALLER(call), DB_ID(in->id),
		DB_FLAG(call_administers(call)));

	if (rows->count == 0)
		return call_fail(call, PROBLEM_EVENT_NOT_FOUND, NULL);
	return calendar_answer(call, rows, NULL);
}
