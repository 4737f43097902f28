#include "common/config/config.h"
#include "services/events/calendar/calendar.h"
#include "services/events/calendar/feed.h"
#include "services/events/handlers.h"

/* More events than a member attends in years, and a quarter of past ones. */
#define FEED_EVENTS "300"
#define FEED_SINCE "now() - interval '90 days'"

/* The events that the member hosts, attends or waits for. An event lasts at most 31 days,
 * which bounds its start. */
STATEMENT(FIND_EVENTS,
	"WITH page AS ((SELECT e.id, e.starts_at FROM events e WHERE e.host_id = $1"
	" AND e.status <> 'draft' AND e.starts_at > " FEED_SINCE " - interval '31 days'"
	" AND e.ends_at > " FEED_SINCE " AND " EVENT_MANAGED("false")
	" ORDER BY e.starts_at, e.id LIMIT " FEED_EVENTS ")"
	" UNION (SELECT r.event_id, r.event_starts_at FROM event_rsvps r"
	" WHERE r.member_id = $1 AND r.status <> 'cancelled'"
	" AND r.event_starts_at > " FEED_SINCE " - interval '31 days'"
	" AND (SELECT e.ends_at > " FEED_SINCE " FROM events e WHERE e.id = r.event_id)"
	" ORDER BY r.event_starts_at, r.event_id LIMIT " FEED_EVENTS ")"
	" ORDER BY starts_at, id LIMIT " FEED_EVENTS ")"
	" SELECT " CALENDAR_COLUMNS("false")
	" FROM page JOIN events e ON e.id = page.id" EVENT_AROUND
	" WHERE " EVENT_VISIBLE("false")
	" ORDER BY page.starts_at, page.id");

/* Authenticates by the secret in the URL. */
enum problem
calendar_feed(struct call *call, const void *input)
{
	const struct calendar_feed_in *in = input;
	struct uuid member;

	if (!feed_find(call, &in->file, &member))
		return call_fail(call, PROBLEM_TOKEN_NOT_FOUND, NULL);
	return calendar_answer(call, db_query(call, FIND_EVENTS, DB_UUID(&member)),
		&config()->instance_name);
}
