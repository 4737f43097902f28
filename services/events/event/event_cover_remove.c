#include "services/events/event/event_cover.h"
#include "services/events/handlers.h"

/* The event has no cover from now on. */
enum problem
event_cover_remove(struct call *call, const void *input)
{
	const struct event_cover_in *in = input;

	return event_cover_drop(call, &in->id.uuid);
}
