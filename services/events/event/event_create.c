#include "services/events/event/event.h"
#include "services/events/handlers.h"

enum problem
event_create(struct call *call, const void *input)
{
	const struct event_create_in *in = input;

	return event_make(call, &in->event, &in->publish, &in->org_slug);
}
