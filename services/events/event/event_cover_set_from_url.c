#include "services/events/event/event_cover.h"
#include "services/events/handlers.h"

/* Media has fetched the image. */
enum problem
event_cover_set_from_url(struct call *call, const void *input)
{
	const struct event_cover_from_url_in *in = input;

	return event_cover_put(call, &in->id.uuid);
}
