#include "services/events/event/event.h"
#include "services/events/handlers.h"

enum problem
org_event_create(struct call *call, const void *input)
{
	const struct org_event_create_in *in = input;

	return event_make(call, &in->event, &in->publish, &in->slug);
}
