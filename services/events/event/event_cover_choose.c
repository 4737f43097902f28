#include "services/events/event/event_cover.h"
#include "services/events/handlers.h"

/* Media has fetched the image, unless it is to be removed. */
enum problem
event_cover_choose(struct call *call, const void *input)
{
	const struct event_cover_choose_in *in = input;

	if (in->remove.value)
		return event_cover_drop(call, &in->id.uuid);
	return event_cover_put(call, &in->id.uuid);
}
