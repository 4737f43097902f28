#include "services/events/event/event.h"
#include "services/events/handlers.h"

STATEMENT(PUBLISH_EVENT,
	"UPDATE events SET status = 'published', published_at = now(),"
	" ended = ends_at <= now(),"
	" reminded = starts_at <= now() + interval '24 hours' WHERE id = $1");

/* Publishing a published event again changes nothing. */
enum problem
event_publish(struct call *call, const void *input)
{
	const struct event_publish_in *in = input;
	struct event event;
	enum problem problem = event_lock_managed(call, &in->id.uuid, &event);

	if (problem != PROBLEM_NONE)
		return problem;
	if (event.cancelled) {
		return call_fail(call, PROBLEM_INVALID_TRANSITION,
			"a cancelled event cannot be published");
	}
	if (!event.published)
		db_query(call, PUBLISH_EVENT, DB_ID(in->id));
	return event_answer(call, &in->id.uuid);
}
