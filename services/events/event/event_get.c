#include "services/events/event/event.h"
#include "services/events/handlers.h"

enum problem
event_get(struct call *call, const void *input)
{
	const struct event_get_in *in = input;

	return event_answer(call, &in->id.uuid);
}
