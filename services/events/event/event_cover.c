#include "services/events/event/event_cover.h"

#include "services/events/event/event.h"

STATEMENT(SET_COVER,
	"UPDATE events SET cover = $2 WHERE id = $1");

/* Sets or removes it. */
static enum problem
set(struct call *call, const struct uuid *id, struct identifier image)
{
	struct event event;
	enum problem problem = event_lock_editable(call, id, &event);

	if (problem != PROBLEM_NONE)
		return problem;
	db_query(call, SET_COVER, DB_UUID(id), DB_ID(image));
	return event_answer(call, id);
}

enum problem
event_cover_put(struct call *call, const struct uuid *id)
{
	/* The gateway calls with an image, or not at all. */
	if (call->image.presence != GIVEN)
		return call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
	return set(call, id, call->image);
}

enum problem
event_cover_drop(struct call *call, const struct uuid *id)
{
	return set(call, id, (struct identifier){.presence = ABSENT});
}
