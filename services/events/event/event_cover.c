#include "common/call/image.h"
#include "services/events/event/event.h"
#include "services/events/handlers.h"

STATEMENT(SET_COVER,
	"UPDATE events SET cover = $2 WHERE id = $1");

/* Sets or removes the cover of an event that the caller manages. */
static enum problem
write_cover(struct call *call, const struct event_cover_in *in, bool removes)
{
	struct identifier image;
	struct event event;
	enum problem problem = call_image(call, removes, &image);

	if (problem == PROBLEM_NONE)
		problem = event_lock_editable(call, &in->id.uuid, &event);
	if (problem != PROBLEM_NONE)
		return problem;
	db_query(call, SET_COVER, DB_ID(in->id), DB_ID(image));
	return event_answer(call, &in->id.uuid);
}

enum problem
event_cover_set(struct call *call, const void *input)
{
	return write_cover(call, input, false);
}

enum problem
event_cover_set_from_url(struct call *call, const void *input)
{
	return write_cover(call, input, false);
}

enum problem
event_cover_remove(struct call *call, const void *input)
{
	return write_cover(call, input, true);
}

enum problem
event_cover_choose(struct call *call, const void *input)
{
	const struct event_cover_in *in = input;

	return write_cover(call, in, in->remove.value);
}
