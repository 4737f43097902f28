#include "services/events/event/event_cover.h"
#include "services/events/handlers.h"

/* Media has made the image of what the caller sent. */
enum problem
event_cover_set(struct call *call, const void *input)
{
	const struct event_cover_in *in = input;

	return event_cover_put(call, &in->id.uuid);
}
